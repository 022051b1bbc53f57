//! Options of a command as a query, so that one reader serves requests and commands.

/// A query with these parameters, of which those without a value are left out.
pub fn query<const N: usize>(options: [(&str, Option<&str>); N]) -> String {
    let given = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(given).finish()
}
