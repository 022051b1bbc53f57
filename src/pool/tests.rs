//! The policy in virtual time.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::Duration;

use super::scheduler::{MILLISECOND as MS, Time, Turn, Turns, Way};
use super::workers::{CHUNKS, REQUESTS, turns};
use super::{Class, PoolSettings};

const SECOND: Time = 1000 * MS;

/// Limits like those of the service, in seconds.
const KINDS: &[u32] = &[10, 2, 5, 5, 10, 10, 10, 10, 5, 10];

fn settings(kinds: &'static [u32], at_once: usize) -> PoolSettings {
    let [threads, one] = [2 * at_once, 1].map(|number| NonZeroUsize::new(number).expect("at least one"));
    PoolSettings { threads, queue_depth: one, longest_wait: Duration::MAX, lanes: one, kinds }
}

#[derive(Clone, Copy)]
struct Job {
    kind: usize,
    needs: Time,
    left: Time,
    at: Time,
    ended: Option<Time>,
    /// Whether it has ended, or nobody waits for it.
    is_gone: bool,
}

/// Threads whose jobs end, are refused at two thirds of their limit, or are late.
struct World {
    settings: PoolSettings,
    turns: Turns<usize>,
    now: Time,
    jobs: Vec<Job>,
    running: Vec<(Turn, usize)>,
    begun: BTreeSet<usize>,
    /// How many jobs the policy has returned.
    returned: usize,
}

impl World {
    fn new(kinds: &'static [u32], at_once: usize) -> Self {
        let settings = settings(kinds, at_once);
        let (turns, jobs, running, begun) = (turns(&settings, Class::Heavy), vec![], vec![], BTreeSet::new());
        Self { settings, turns, now: 0, jobs, running, begun, returned: 0 }
    }

    fn submit(&mut self, kind: usize, needs: Time) -> usize {
        self.jobs.push(Job { kind, needs, left: needs, at: self.now, ended: None, is_gone: false });
        self.turns.submit(kind, self.jobs.len() - 1, self.now);
        self.jobs.len() - 1
    }

    /// Whether a job has used this part of its limit.
    fn has_used(&self, id: usize, (part, of): (Time, Time)) -> bool {
        let Job { kind, at, .. } = self.jobs[id];
        self.now - at >= Time::from(*self.settings.kinds.get(kind).unwrap_or(&10)) * SECOND * part / of
    }

    /// Returns whether the job was waiting to begin.
    fn withdraw(&mut self, id: usize) -> bool {
        let withdrawn = self.turns.withdraw(self.jobs[id].kind, |other| *other != id).len();
        self.returned += withdrawn;
        withdrawn == 1
    }

    fn run(&mut self, until: Time) {
        const STEP: Time = MS / 10;
        while self.now < until {
            for id in 0..self.jobs.len() {
                if !self.jobs[id].is_gone && self.has_used(id, (2, 3)) {
                    self.jobs[id].is_gone = self.withdraw(id) || self.has_used(id, (1, 1));
                }
            }
            while let Some((turn, id)) = self.turns.next(self.now) {
                assert!(self.running.iter().all(|(_, other)| *other != id), "it runs twice");
                self.running.push((turn, id));
                self.begun.insert(id);
            }
            let Self { running, begun, settings, .. } = self;
            assert!(running.len() <= settings.at_once(Class::Heavy) && begun.len() <= settings.most_begun());
            self.now += STEP;
            for (turn, id) in std::mem::take(&mut self.running) {
                let (now, is_late, job) = (self.now, self.has_used(id, (2, 3)), &mut self.jobs[id]);
                job.left -= STEP;
                let is_over = job.left <= 0 || job.is_gone;
                let way = if is_over { Way::GiveUp } else { self.turns.give_way(turn, id, now) };
                if way == Way::GoOn {
                    self.running.push((turn, id));
                } else if way == Way::GiveUp {
                    (job.ended, job.left) = ((is_over && !job.is_gone).then_some(now), job.needs);
                    job.is_gone = is_over || is_late;
                    self.turns.end(turn, (!job.is_gone).then_some(id), now);
                    self.begun.remove(&id);
                    self.returned += usize::from(job.is_gone);
                }
            }
        }
    }

    fn took(&self, id: usize) -> Time {
        let job = self.jobs[id];
        job.ended.map_or(Time::MAX, |end| end - job.at)
    }
}

#[test]
fn long_jobs_of_a_kind_end_one_after_the_other() {
    // Hints, ratings of which only one ends within its limit, and ratings that both do.
    for (limit, jobs, needs, answered) in [(&[2], 4, 590 * MS, 3), (&[10], 2, 5050 * MS, 1), (&[10], 2, 4900 * MS, 2)] {
        let mut world = World::new(limit, 1);
        for _ in 0..jobs {
            world.submit(0, needs);
        }
        world.run(11 * SECOND);
        assert_eq!(world.jobs.iter().filter(|job| job.ended.is_some()).count(), answered);
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
    assert!(world.took(hint) < 1500 * MS, "{}", world.took(hint) / MS);
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
        assert_eq!(settings(KINDS, at_once).most_begun(), most);
        let mut world = World::new(KINDS, at_once);
        for kind in (0..=KINDS.len()).filter(|kind| *kind != 1).cycle().take(200) {
            world.submit(kind, 10 * SECOND);
        }
        world.run(SECOND);
        let easy = world.submit(1, MS);
        world.run(2 * SECOND);
        assert!(world.begun.len() >= KINDS.len(), "{} of {most}", world.begun.len());
        assert!(world.took(easy) <= 25 * MS, "{at_once}: {}", world.took(easy) / MS);
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
    let (mut light, mut now, mut used) = (turns(&settings(&[], 1), Class::Light), 0, [0, 0]);
    (0..20_000).for_each(|number| light.submit(number % 2, number % 2, now));
    while now < 9 * SECOND {
        let (turn, kind) = light.next(now).expect("jobs wait");
        (now, used[kind]) = (now + MS, used[kind] + MS);
        light.end(turn, None, now);
    }
    let share = used[CHUNKS] * 1000 / now;
    assert!((100..130).contains(&share), "{share}");
}

#[test]
fn the_expected_wait_is_that_of_a_job_that_joins() {
    let (mut light, mut now) = (turns(&settings(&[], 1), Class::Light), 0);
    assert_eq!(light.wait(REQUESTS, now), 0);
    // Three join while two start: the queue grows.
    for waiting in 0..300 {
        (0..3).for_each(|_| light.submit(REQUESTS, (), now));
        for _ in 0..2 {
            let (turn, ()) = light.next(now).expect("a job waits");
            now += 2 * MS;
            light.end(turn, None, now);
        }
        let (expected, wait) = ((waiting + 1) * 2 * MS, light.wait(REQUESTS, now));
        assert!(waiting < 60 || (expected - wait).abs() < expected / 10, "{waiting}: {wait}");
    }
}

#[test]
fn no_job_and_no_place_is_ever_lost() {
    let mut random = 1_u64;
    let mut below = |most: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as usize % most
    };
    for at_once in [1, 2, 4, 8] {
        let mut world = World::new(KINDS, at_once);
        for _ in 0..250 {
            let most = 1 + below(KINDS.len() + 1);
            let id = world.submit(below(most), [MS, 20 * MS, 300 * MS, 4 * SECOND][below(4)]);
            if below(4) == 0 {
                // A client leaves.
                let id = id - below(id.min(20) + 1);
                world.jobs[id].is_gone = true;
                world.withdraw(id);
            }
            world.run(world.now + below(50).cast_signed() as Time * MS);
        }
        world.run(world.now + 11 * SECOND);
        assert!(world.turns.is_idle() && world.begun.is_empty() && world.returned == 250, "{}", world.returned);
    }
}
