//! The policy in virtual time.

use super::lines::{Id, Lines, Way};
use super::turns::{MILLISECOND as MS, Time, Turns};

const SECOND: Time = 1000 * MS;

/// Limits like those of the service, in seconds.
const ALL: [u32; 11] = [10, 2, 5, 5, 10, 10, 10, 10, 5, 10, 10];

#[derive(Clone, Copy)]
struct Job {
    kind: usize,
    needs: Time,
    left: Time,
    at: Time,
    ended: Option<Time>,
    is_gone: bool,
}

/// Threads whose jobs end, are refused at two thirds of their limit, or are late.
struct World {
    lines: Lines<()>,
    limits: Vec<u32>,
    now: Time,
    jobs: Vec<Job>,
    running: Vec<Id>,
    begun: Vec<Id>,
    /// The greatest number of jobs that had begun.
    most: usize,
}

impl World {
    fn new(limits: &[u32], at_once: usize) -> Self {
        // The last kind are the lines of batches.
        let limits = [limits, &[10]].concat();
        let lines = Lines::new(&limits, at_once);
        Self { lines, limits, now: 0, jobs: Vec::new(), running: Vec::new(), begun: Vec::new(), most: 0 }
    }

    fn job(&mut self, id: Id) -> &mut Job {
        &mut self.jobs[id as usize - 1]
    }

    fn submit(&mut self, kind: usize, needs: Time) -> Id {
        self.jobs.push(Job { kind, needs, left: needs, at: self.now, ended: None, is_gone: false });
        self.lines.submit(kind, (), self.now)
    }

    /// Whether a job has used this part of its limit.
    fn has_used(&mut self, id: Id, (part, of): (Time, Time)) -> bool {
        let (now, Job { kind, at, .. }) = (self.now, *self.job(id));
        now - at >= Time::from(self.limits[kind]) * SECOND * part / of
    }

    fn run(&mut self, until: Time) {
        const STEP: Time = MS / 10;
        while self.now < until {
            for id in 1..=self.jobs.len() as Id {
                if self.has_used(id, (2, 3)) && self.job(id).ended.is_none() {
                    self.job(id).is_gone |= self.lines.withdraw(id).is_some() || self.has_used(id, (1, 1));
                }
            }
            while let Some(id) = self.lines.next(self.now) {
                self.running.push(id);
                self.begun.retain(|other| *other != id);
                self.begun.push(id);
            }
            self.most = self.most.max(self.begun.len());
            self.now += STEP;
            for id in self.running.clone() {
                let now = self.now;
                let job = self.job(id);
                job.left -= STEP;
                let way = if job.left <= 0 || job.is_gone {
                    job.ended = (!job.is_gone).then_some(now);
                    self.lines.end(id, now);
                    Way::GiveUp
                } else {
                    self.lines.give_way(id, now)
                };
                if way == Way::GiveUp && self.lines.is_given_up(id) {
                    self.job(id).left = self.job(id).needs;
                    self.job(id).is_gone = self.has_used(id, (2, 3));
                    if self.job(id).is_gone { self.lines.end(id, now) } else { self.lines.begin_again(id, (), now) }
                }
                self.running.retain(|other| *other != id || way == Way::GoOn);
                self.begun.retain(|other| *other != id || way != Way::GiveUp);
            }
        }
    }

    fn took(&mut self, id: Id) -> Time {
        let job = self.job(id);
        job.ended.map_or(Time::MAX, |end| end - job.at)
    }

    fn answered(&mut self, ids: &[Id]) -> usize {
        ids.iter().filter(|id| self.job(**id).ended.is_some()).count()
    }
}

#[test]
fn three_of_four_hints_of_six_tenths_are_answered_within_two_seconds() {
    let mut world = World::new(&[2], 1);
    let hints: Vec<_> = (0..4).map(|_| world.submit(0, 590 * MS)).collect();
    world.run(3 * SECOND);
    assert_eq!(world.answered(&hints), 3);
}

#[test]
fn one_of_two_rates_of_five_seconds_is_answered_and_two_that_fit_both_are() {
    for (needs, answered) in [(5050 * MS, 1), (4900 * MS, 2)] {
        let mut world = World::new(&[10], 1);
        let rates = [world.submit(0, needs), world.submit(0, needs)];
        world.run(11 * SECOND);
        assert_eq!(world.answered(&rates), answered);
    }
}

#[test]
fn a_hint_of_six_tenths_is_answered_beside_three_busy_kinds() {
    let mut world = World::new(&[2, 10, 10, 5], 1);
    for kind in [1, 2, 3, 1, 2, 3, 1, 2, 3] {
        world.submit(kind, 12 * SECOND);
    }
    world.run(SECOND);
    let hint = world.submit(0, 590 * MS);
    world.run(3 * SECOND);
    let took = world.took(hint);
    assert!(took < 1500 * MS, "{}", took / MS);
}

#[test]
fn a_short_job_is_answered_beside_long_ones_of_its_kind() {
    for at_once in [1, 2, 4, 8] {
        for (long, needs) in [(1, MS), (1, 9 * MS), (4, MS), (4, 9 * MS), (64, MS)] {
            let mut world = World::new(&[10, 10], at_once);
            for _ in 0..long {
                world.submit(0, 12 * SECOND);
            }
            // The line has been refused.
            world.run(8 * SECOND);
            for _ in 0..long {
                world.submit(0, 12 * SECOND);
                world.run(world.now + 100 * MS);
            }
            let easy = world.submit(0, needs);
            world.run(world.now + SECOND);
            assert!(world.took(easy) <= needs + 25 * MS, "{at_once} {long} {needs}: {}", world.took(easy) / MS);
        }
    }
}

#[test]
fn every_kind_may_begin_and_few_jobs_have_begun() {
    for (at_once, most) in [(1, 12), (2, 14), (4, 18), (8, 26)] {
        assert_eq!(Lines::<()>::most_begun(ALL.len(), at_once), most);
        let mut world = World::new(&ALL[..10], at_once);
        for kind in (0..ALL.len()).filter(|kind| *kind != 1).cycle().take(200) {
            world.submit(kind, 10 * SECOND);
        }
        world.run(SECOND);
        let easy = world.submit(1, MS);
        world.run(2 * SECOND);
        assert!(world.took(easy) <= 25 * MS, "{at_once}: {}", world.took(easy) / MS);
        assert!(world.most >= ALL.len() && world.most <= most, "{} of {most}", world.most);
    }
}

#[test]
fn a_long_job_gets_half_beside_an_endless_stream_of_short_ones() {
    let mut world = World::new(&[10, 10], 1);
    let long = world.submit(0, SECOND);
    for _ in 0..1500 {
        world.submit(1, 2 * MS);
    }
    world.run(3 * SECOND);
    assert!((1500 * MS..2300 * MS).contains(&world.took(long)), "{}", world.took(long) / MS);
}

#[test]
fn five_seconds_alone_are_neither_debt_nor_credit() {
    let mut world = World::new(&[10, 10], 1);
    world.submit(0, 9 * SECOND);
    world.run(5 * SECOND);
    let other = world.submit(1, SECOND / 2);
    world.run(9 * SECOND);
    assert!((900 * MS..1300 * MS).contains(&world.took(other)), "{}", world.took(other) / MS);
}

#[test]
fn chunks_get_an_eighth_beside_requests() {
    let (mut light, mut now, mut used) = (Turns::new([1, 8], 1, 100 * MS), 0, [0, 0]);
    for _ in 0..10_000 {
        light.join(0, 0, 0, now);
        light.join(1, 0, 1, now);
    }
    while now < 9 * SECOND {
        let (account, _) = light.next(now).expect("jobs wait");
        (now, used[account]) = (now + MS, used[account] + MS);
        light.end(account, now);
    }
    let share = used[1] * 1000 / now;
    assert!((100..130).contains(&share), "{share}");
}

#[test]
fn the_expected_wait_is_that_of_a_job_that_joins() {
    let (mut light, mut now) = (Turns::new([1, 8], 1, 100 * MS), 0);
    assert_eq!(light.wait(0, now), 0);
    // Three join while two start: the queue grows.
    for waiting in 0..300 {
        (0..3).for_each(|_| light.join(0, 0, (), now));
        for _ in 0..2 {
            light.next(now).expect("a job waits");
            now += 2 * MS;
            light.end(0, now);
        }
        let (expected, wait) = ((waiting + 1) * 2 * MS, light.wait(0, now));
        assert!(waiting < 60 || (expected - wait).abs() < expected / 10, "{waiting}: {wait}");
    }
}

#[test]
fn no_job_and_no_place_is_ever_lost() {
    let mut random = 88_172_645_463_325_252_u64;
    let mut below = |most: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % most as u64) as usize
    };
    for at_once in [1, 2, 4, 8] {
        let (mut lines, mut now, mut submitted) = (Lines::new(&ALL, at_once), 0, 0);
        let (mut running, mut begun, mut given_up, mut ended) = (Vec::<Id>::new(), Vec::new(), 0, 0);
        for step in 0..100_000 {
            now += below(4).cast_signed() as Time * MS;
            let choice = below(32);
            if choice < 2 && step < 80_000 {
                let most = 1 + below(ALL.len());
                submitted = lines.submit(below(most), (), now);
            } else if choice == 31 {
                ended += Id::from(lines.withdraw(below(submitted as usize + 1) as Id).is_some());
            } else if !running.is_empty() {
                let index = below(running.len());
                let id = running[index];
                let way = if choice == 30 { Way::GiveUp } else { lines.give_way(id, now) };
                match way {
                    Way::GoOn => continue,
                    Way::Pause => {}
                    Way::GiveUp if choice == 30 => {
                        lines.end(id, now);
                        ended += 1;
                    }
                    Way::GiveUp => {
                        lines.begin_again(id, (), now);
                        given_up += 1;
                    }
                }
                begun.retain(|other| *other != id || way == Way::Pause);
                running.swap_remove(index);
            }
            while let Some(id) = lines.next(now) {
                assert!(!running.contains(&id) && lines.has_turn(id));
                running.push(id);
                begun.retain(|other| *other != id);
                begun.push(id);
            }
            assert!(running.len() <= at_once && begun.len() <= Lines::<()>::most_begun(ALL.len(), at_once));
        }
        while let Some(id) = running.pop() {
            now += MS;
            lines.end(id, now);
            ended += 1;
            running.extend(std::iter::from_fn(|| lines.next(now)));
        }
        assert!(ended == submitted && lines.is_empty() && given_up > 100, "{ended} of {submitted}, {given_up}");
    }
}
