//! Options of a command as a query, so that commands and requests share one parser.

/// A query with these parameters. Those without a value are omitted.
pub fn query<const N: usize>(options: [(&str, Option<&str>); N]) -> String {
    let given = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(given).finish()
}
