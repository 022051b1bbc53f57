//! Numbers in pictures.

/// Adds a text and a number with at most one decimal. Formatting it in the usual way takes several times as long.
pub fn push(out: &mut String, before: &str, number: f32) {
    out.push_str(before);
    let tenths = (number * 10.0).round() as i32;
    if tenths < 0 {
        out.push('-');
    }
    let (mut digits, mut start) = ([0; 10], 10);
    let mut rest = tenths.unsigned_abs() / 10;
    while rest > 0 || start == 10 {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend(digits[start..].iter().map(|&digit| char::from(digit)));
    if tenths % 10 != 0 {
        out.push('.');
        out.push(char::from(b'0' + (tenths.unsigned_abs() % 10) as u8));
    }
}
