//! Lines of straight pieces: from paths, round corners and dashes.

/// The length in pixels of the straight pieces of a curve.
const PIECE: f32 = 2.5;

/// A point, in pixels.
pub type Point = [f32; 2];

/// The lines of a path, in pixels: each is a list of points.
pub fn lines(path: &str, scale: f32) -> Vec<Vec<Point>> {
    let mut lines: Vec<Vec<Point>> = Vec::new();
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
        let mut numbers = rest[1..end].split(' ').filter_map(|number| number.parse::<f32>().ok());
        let point = || Some([numbers.next()?, numbers.next()?].map(|place| place * scale));
        let points: Vec<Point> = std::iter::from_fn(point).collect();
        if command == 'M' {
            lines.push(Vec::new());
        }
        match (command, lines.last_mut(), &points[..]) {
            ('M' | 'L', Some(line), _) => line.extend(points),
            ('Q', Some(line), &[control, end]) => {
                let start = line[line.len() - 1];
                let near = |end: Point| [0, 1].map(|axis| end[axis] + (control[axis] - end[axis]) * 2.0 / 3.0);
                curve(line, near(start), near(end), end);
            }
            ('C', Some(line), &[first, second, end]) => curve(line, first, second, end),
            _ => {}
        }
        rest = &rest[end..];
    }
    lines
}

/// Continues a line with a cubic Bézier curve.
fn curve(line: &mut Vec<Point>, first: Point, second: Point, end: Point) {
    let start = line[line.len() - 1];
    let length = distance(start, first) + distance(first, second) + distance(second, end);
    let pieces = (length / PIECE).ceil().clamp(4.0, 64.0) as u8;
    for piece in 1..=pieces {
        let after = f32::from(piece) / f32::from(pieces);
        let before = 1.0 - after;
        let [nearest, farthest] = [before.powi(3), after.powi(3)];
        let [near, far] = [3.0 * before * before * after, 3.0 * before * after * after];
        line.push(
            [0, 1].map(|axis| nearest * start[axis] + near * first[axis] + far * second[axis] + farthest * end[axis]),
        );
    }
}

/// The rim of a rectangle with round corners, clockwise from the top left, as SVG draws it.
pub fn rim([x, y, width, height, radius]: [f32; 5]) -> Vec<Point> {
    // The distance of the controls of a curve that is nearly a quarter of a circle.
    let control = radius * 0.5523;
    let [right, bottom] = [x + width, y + height];
    let mut line = vec![[x + radius, y]];
    // The corners, each with the directions to it and from it.
    for ([x, y], [ax, ay], [bx, by]) in [
        ([right, y], [1.0, 0.0], [0.0, 1.0]),
        ([right, bottom], [0.0, 1.0], [-1.0, 0.0]),
        ([x, bottom], [-1.0, 0.0], [0.0, -1.0]),
        ([x, y], [0.0, -1.0], [1.0, 0.0]),
    ] {
        let before = |distance: f32| [x - ax * distance, y - ay * distance];
        let after = |distance: f32| [x + bx * distance, y + by * distance];
        line.push(before(radius));
        curve(&mut line, before(radius - control), after(radius - control), after(radius));
    }
    line
}

/// The dashes of a line.
pub fn dashes(line: &[Point], [dash, gap]: [f32; 2]) -> Vec<Vec<Point>> {
    let (mut dashes, mut is_drawn, mut left) = (vec![vec![line[0]]], true, dash);
    for ends in line.windows(2) {
        let (mut start, end) = (ends[0], ends[1]);
        while distance(start, end) > left {
            let share = left / distance(start, end);
            start = [0, 1].map(|axis| start[axis] + (end[axis] - start[axis]) * share);
            if is_drawn {
                dashes.last_mut().expect("the line has begun").push(start);
            } else {
                dashes.push(vec![start]);
            }
            is_drawn = !is_drawn;
            left = if is_drawn { dash } else { gap };
        }
        left -= distance(start, end);
        if is_drawn {
            dashes.last_mut().expect("the line has begun").push(end);
        }
    }
    dashes
}

fn distance([ax, ay]: Point, [bx, by]: Point) -> f32 {
    length(ax - bx, ay - by)
}

/// The length of a vector. `hypot` is several times as slow, and only more exact for numbers that no picture has.
pub fn length(dx: f32, dy: f32) -> f32 {
    (dx * dx + dy * dy).sqrt()
}
