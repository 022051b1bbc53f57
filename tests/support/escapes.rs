//! Bytes as files of tests have them.

/// The bytes of a text with the escapes `\n`, `\r`, `\t`, `\\` and `\xE9`, in which `([)*16` are 16 brackets.
pub fn escaped(written: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), written);
    while let Some(at) = rest.find(['\\', '(']) {
        bytes.extend(&rest.as_bytes()[..at]);
        rest = &rest[at..];
        let repeated = rest.strip_prefix('(').and_then(|rest| rest.split_once(")*"));
        if let Some((part, after)) = repeated.filter(|(part, _)| !part.contains('(')) {
            let end = after.find(|character: char| !character.is_ascii_digit()).unwrap_or(after.len());
            bytes.extend(escaped(part).repeat(after[..end].parse().expect("a number")));
            rest = &after[end..];
            continue;
        }
        let (byte, length) = match rest.as_bytes() {
            [b'\\', b'n', ..] => (b'\n', 2),
            [b'\\', b'r', ..] => (b'\r', 2),
            [b'\\', b't', ..] => (b'\t', 2),
            [b'\\', b'\\', ..] => (b'\\', 2),
            [b'\\', b'x', ..] => (u8::from_str_radix(&rest[2..4], 16).expect("two digits"), 4),
            [byte, ..] => (*byte, 1),
            [] => unreachable!("it was found"),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    bytes.extend(rest.as_bytes());
    bytes
}
