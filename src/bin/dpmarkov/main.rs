//! `dpmarkov`: differentially private Markov chains from logs of transitions.
//!
//! The program parses, calls the library and prints; no formula lives here. What goes to standard
//! output or `--output` may be published; standard error is for who holds the log.
mod args;
mod chosen;
mod exact;
mod expected_errors;
mod failure;
mod inspect;
mod learn;
mod ledger;
mod log_reader;
mod long_run;
mod merge;
mod output;
mod parameters;
mod picture;
mod plan;
mod private_diagnostics;
mod record_lines;
mod release;
mod report;
mod reproduce;
mod source;
mod state_table;
mod states;
mod support_file;
#[cfg(test)]
mod tests;

use args::{
    AdjacencyName, Cli, Command, InspectArgs, InspectFormat, LearnArgs, LearnFormat, LearnPlanArgs,
    LearnPlanFormat, LearnSubcommand, LedgerCommand, MergeArgs, MergeFormat, PlanArgs, PlanFormat,
    ReleaseArgs, ReleaseFormat, ReproduceArgs, StatesArgs,
};
use clap::Parser;
use dpmarkov::domain::Level;
use dpmarkov::learner::SharedSeed;
use dpmarkov::random::Generator;
use dpmarkov::random::entropy::OsEntropy;
use failure::Failure;
use learn::Learnt;
use log_reader::Form;
use output::destination;
use picture::style::Form as PictureForm;
use release::StatesFrom;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|_| {
        say("dpmarkov: error: a fault of the program itself: please report it");
        std::process::exit(70);
    }));
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // A closed pipe under --help is no failure.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let done = match &cli.command {
        Command::Release(args) => run_release(args),
        Command::Inspect(args) => run_inspect(args),
        Command::Learn(learn) => match (&learn.command, &learn.args) {
            (Some(LearnSubcommand::Plan(args)), _) => run_learn_plan(args),
            (None, Some(args)) => run_learn(args),
            (None, None) => Err(Failure::Usage("learn: expected a log, or plan".to_string())),
        },
        Command::Plan(args) => run_plan(args),
        Command::States(args) => run_states(args),
        Command::Merge(args) => run_merge(args),
        Command::Ledger(args) => run_ledger(&args.command),
        Command::Reproduce(args) => run_reproduce(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            say(&format!("dpmarkov: error: {failure}"));
            ExitCode::from(failure.exit_code())
        }
    }
}

/// One message on standard error; where nobody can read it, it is lost.
fn say(message: &str) {
    let _ = writeln!(io::stderr(), "{}", message.trim_end());
}

fn run_release(args: &ReleaseArgs) -> Result<(), Failure> {
    // Options first: a wrong one must not cost the reading of the log.
    let guarantee = release::guarantee(args)?;
    parameters::options_fit(&args.guarantee.mechanism)?;
    release::row_totals_fit(args)?;
    let inputs = [
        Some(args.log.as_path()),
        args.states.as_deref(),
        args.support.as_deref(),
        args.ledger.as_deref(),
    ];
    outputs_fit(args.output.as_deref(), args.picture.as_deref(), &inputs)?;
    report_fits(args, &inputs)?;
    release::one_standard_input(args)?;
    // Before anything else that needs randomness: the hash tables of std end the program where there is none.
    let mut rng = Generator::from_entropy(&mut OsEntropy, 0)?;
    let public = release::public(args)?;
    let log = log_reader::read(source::open(&args.log)?, public)?;
    let choice = parameters::choose_on(
        &args.guarantee,
        guarantee,
        &log.feasible,
        args.expected_row_total,
    )?;
    if args.picture.is_some() {
        picture::fits(log.states.len())?;
    }
    let report = report::write::plan(&args.report, &choice.mechanism)?;
    // The charge is on the disk before anything is drawn; whatever fails from here on, it stays spent.
    let mut charged = None;
    let mut rng_of_totals = None;
    if let Some(file) = &args.ledger {
        for output in [&args.output, &args.picture, &args.report.report] {
            destination::is_possible(output.as_deref())?;
        }
        let totals = report.as_ref().and_then(|plan| plan.cost_of_totals());
        let (note, permit, beside) =
            ledger::charge_release(file, &args.spending, choice.offer.parameters, totals)?;
        rng = permit.into_generator(&mut OsEntropy)?;
        rng_of_totals = beside
            .map(|permit| permit.into_generator(&mut OsEntropy))
            .transpose()?;
        charged = Some(note);
    }
    let settings = release::Settings {
        expected_row_total: args.expected_row_total,
        states_from: match (&args.states, &args.support) {
            (Some(_), _) => StatesFrom::File,
            (None, Some(_)) => StatesFrom::Support,
            (None, None) => StatesFrom::Log,
        },
        outside: args
            .support
            .as_ref()
            .map(|_| release::outside(args).clone()),
        publish_row_totals: args.publish_row_totals,
        charged,
    };
    let mut released = release::release(&log, choice, settings, &mut rng)?;
    let report = match &report {
        Some(plan) => {
            let rng = rng_of_totals.as_mut().unwrap_or(&mut rng);
            let totals = release::totals_of(&log)?;
            let noisy = plan.noisy_totals(totals, rng)?;
            let (bytes, reported) = plan.write(&released, noisy.as_deref(), &mut OsEntropy)?;
            released.reported = Some(reported);
            args.report.report.as_deref().map(|path| (bytes, path))
        }
        None => None,
    };
    let bytes = output::json::to_bytes(|out| match args.format {
        ReleaseFormat::Text => {
            output::release_text::release(out, &released, text_width(args.output.is_none()))
        }
        ReleaseFormat::Json => output::json::release(out, &released),
        ReleaseFormat::Csv => output::matrix_csv::release(out, &released),
    })?;
    let picture = match &args.picture {
        Some(path) => {
            let analysis = inspect::analyse(&released, Level::new(args::DEFAULT_LEVEL)?, None)?;
            Some((picture::drawn(&analysis, path)?, path.as_path()))
        }
        None => None,
    };
    write(
        &bytes,
        args.output.as_deref(),
        &[picture.as_ref(), report.as_ref()],
    )?;
    if let Some(reported) = &released.reported
        && reported.saturated > 0
    {
        say(&format!(
            "dpmarkov: note: {} of the report's noisy counts did not fit {} bits and were cut off: what a merge makes of them is too small; --report-bits 32 holds more",
            reported.saturated,
            reported.width.bits()
        ));
    }
    if released.states_from == StatesFrom::Log {
        say(
            "dpmarkov: note: the list of states was taken from the log and is not protected; --states FILE gives a public one",
        );
    }
    let one_event = !matches!(
        args.guarantee.adjacency,
        AdjacencyName::Visit | AdjacencyName::VisitPresence
    );
    if log.form == Form::Sessions && one_event {
        say(
            "dpmarkov: note: a visit (a line of this log) takes part in two events, and one event is protected; --adjacency visit protects a visit",
        );
    }
    if args.show_private_diagnostics {
        say(&private_diagnostics::describe(&log, &released));
    }
    Ok(())
}

/// Neither output is an input, nor the other; the picture's form is known.
fn outputs_fit(
    output: Option<&Path>,
    picture: Option<&Path>,
    inputs: &[Option<&Path>],
) -> Result<(), Failure> {
    destination::differs_from("--output", output, inputs)?;
    destination::differs_from("--picture", picture, inputs)?;
    if let (Some(picture), Some(output)) = (picture, output)
        && destination::are_the_same(picture, output)
    {
        return Err(Failure::Usage(
            "--picture and --output name the same file: expected two".to_string(),
        ));
    }
    picture.map(PictureForm::of).transpose().map(drop)
}

/// The report is a file of its own, about states that are public: a list taken from the log would decide its length and its state table without noise.
fn report_fits(args: &ReleaseArgs, inputs: &[Option<&Path>]) -> Result<(), Failure> {
    let Some(report) = args.report.report.as_deref() else {
        return Ok(());
    };
    if args.states.is_none() && args.support.is_none() {
        return Err(Failure::Usage(
            "--report: the length of a report and its state table tell the list of states, and the log's own list tells of the log: expected --states FILE or --support FILE beside it"
                .to_string(),
        ));
    }
    destination::differs_from("--report", Some(report), inputs)?;
    let others = [("--output", &args.output), ("--picture", &args.picture)];
    for (option, other) in others {
        if let Some(other) = other
            && destination::are_the_same(report, other)
        {
            return Err(Failure::Usage(format!(
                "--report and {option} name the same file: expected two"
            )));
        }
    }
    if report.as_os_str() == "-" && args.output.as_deref().is_none_or(|o| o.as_os_str() == "-") {
        return Err(Failure::Usage(
            "--report - and the release would both go to standard output: expected a file for one of them"
                .to_string(),
        ));
    }
    Ok(())
}

fn run_inspect(args: &InspectArgs) -> Result<(), Failure> {
    let level = Level::new(args.level)?;
    let inputs = [Some(args.release.as_path()), args.states.as_deref()];
    outputs_fit(args.output.as_deref(), args.picture.as_deref(), &inputs)?;
    let checked = inspect::read(&args.release, args.states.as_deref())?;
    if args.picture.is_some() {
        picture::fits(checked.released.states.len())?;
    }
    let analysis = inspect::analyse(&checked.released, level, args.row_total)?;
    let bytes = match args.format {
        InspectFormat::Text => {
            let width = text_width(args.output.is_none());
            output::inspect_text::inspect(&checked, &analysis, width)?.into_bytes()
        }
        InspectFormat::Json => output::inspect_json::inspect(&checked, &analysis)?,
    };
    let picture = match &args.picture {
        Some(path) => Some((picture::drawn(&analysis, path)?, path.as_path())),
        None => None,
    };
    write(&bytes, args.output.as_deref(), &[picture.as_ref()])
}

/// Output and the files beside it: all or none.
fn write(
    bytes: &[u8],
    output: Option<&Path>,
    beside: &[Option<&(Vec<u8>, &Path)>],
) -> Result<(), Failure> {
    let beside = beside.iter().flatten();
    let outputs: Vec<_> = beside
        .map(|(bytes, path)| (bytes.as_slice(), Some(*path)))
        .chain([(bytes, output)])
        .collect();
    destination::write_all(&outputs)
}

fn run_merge(args: &MergeArgs) -> Result<(), Failure> {
    let level = Level::new(args.level)?;
    let inputs = merge::inputs(args)?;
    let list = args.states.as_deref();
    let all: Vec<Option<&Path>> = inputs.iter().map(|path| Some(path.as_path())).collect();
    destination::differs_from("--output", args.output.as_deref(), &all)?;
    destination::differs_from("--output", args.output.as_deref(), &[list])?;
    let mut merged = merge::merge(args, &inputs)?;
    let estimate = merge::estimate(&mut merged, level)?;
    let bytes = output::json::to_bytes(|out| match args.format {
        MergeFormat::Text => {
            output::merge_text::merged(out, &estimate, text_width(args.output.is_none()))
        }
        MergeFormat::Json => output::merge_json::merged(out, &estimate),
        MergeFormat::Csv => output::merge_csv::merged(out, &estimate),
    })?;
    destination::write(&bytes, args.output.as_deref())
}

fn run_learn(args: &LearnArgs) -> Result<(), Failure> {
    // Options first: a wrong one must not cost the reading of the log.
    let (promise, mode, length) = learn::round(args)?;
    let inputs = [
        Some(args.log.as_path()),
        args.states.as_deref(),
        args.ledger.as_deref(),
    ];
    outputs_fit(args.output.as_deref(), None, &inputs)?;
    learn::inputs_fit(args)?;
    let spending = learn::spending(args);
    if let Some(file) = &args.ledger {
        promise.fractions()?;
        learn::ledger_fits(ledger::peek(file, &spending)?.adjacency())?;
    }
    // Before anything else that needs randomness: the hash tables of std end the program where there is none.
    let mut rng = Generator::from_entropy(&mut OsEntropy, 0)?;
    let seed = SharedSeed::from_entropy(&mut OsEntropy)?;
    let known = args.states.as_deref();
    let known = known.map(|path| states::read(path, states::MOST_STATES));
    let source = source::open(&args.log)?;
    let log = log_reader::by_user::read(source, &args.user_column, known.transpose()?)?;
    let alphabet = learn::alphabet(args, &log.states)?;
    learn::enough_users(log.users.len(), &mode)?;
    let mut room = learn::Room::new(log.users.len(), length)?;
    // The charge is on the disk before anything is drawn; whatever fails from here on, and if there is no answer, it stays spent.
    let mut charged = None;
    if let Some(file) = &args.ledger {
        destination::is_possible(args.output.as_deref())?;
        let (epsilon, delta) = promise.fractions()?;
        let (note, permit) = ledger::charge_stated(file, &spending, epsilon, delta)?;
        rng = permit.into_generator(&mut OsEntropy)?;
        charged = Some(note);
    }
    let rounds = (args.rounds, length);
    let drawn = learn::learn(&log, alphabet, rounds, &mode, &seed, &mut rng, &mut room)?;
    let states_from = match &args.states {
        Some(_) => StatesFrom::File,
        None => StatesFrom::Log,
    };
    let learnt = Learnt {
        users: log.users.len(),
        states: log.states,
        states_from,
        alphabet,
        drawn,
        rounds: args.rounds,
        promise,
        mode,
        shared_seed: seed,
        charged,
    };
    let bytes = output::json::to_bytes(|out| match args.format {
        LearnFormat::Text => output::learn::text(out, &learnt),
        LearnFormat::Json => output::learn::json(out, &learnt),
        LearnFormat::Csv => output::learn::csv(out, &learnt),
    })?;
    destination::write(&bytes, args.output.as_deref())?;
    if states_from == StatesFrom::Log {
        say(
            "dpmarkov: note: the list of states was taken from the log and is not protected; --states FILE gives a public one",
        );
    }
    Ok(())
}

fn run_learn_plan(args: &LearnPlanArgs) -> Result<(), Failure> {
    let plan = learn::plan::plan(args)?;
    let bytes = output::json::to_bytes(|out| match args.format {
        LearnPlanFormat::Text => output::learn_plan::text(out, &plan),
        LearnPlanFormat::Json => output::learn_plan::json(out, &plan),
    })?;
    destination::write(&bytes, args.output.as_deref())
}

fn run_ledger(command: &LedgerCommand) -> Result<(), Failure> {
    let bytes = match command {
        LedgerCommand::Init(args) => return ledger::init(args),
        LedgerCommand::Show(args) => {
            let book = ledger::show(args)?;
            output::json::to_bytes(|out| output::ledger::show(out, &book, args.format))?
        }
        LedgerCommand::Charge(args) => {
            let charged = ledger::charge(args)?;
            output::json::to_bytes(|out| output::ledger::charged(out, &charged, args.format))?
        }
    };
    destination::write(&bytes, None)
}

fn run_plan(args: &PlanArgs) -> Result<(), Failure> {
    let plan = plan::plan(args)?;
    let bytes = output::json::to_bytes(|out| match args.format {
        PlanFormat::Text => output::plan_text::plan(out, &plan),
        PlanFormat::Json => output::json::plan(out, &plan),
        PlanFormat::CHeader => output::c_header::plan(out, &plan),
    })?;
    destination::write(&bytes, args.output.as_deref())
}

fn run_states(args: &StatesArgs) -> Result<(), Failure> {
    let inputs = [Some(args.states.as_path())];
    destination::differs_from("--output", args.output.as_deref(), &inputs)?;
    let states = states::read(&args.states, states::MOST_STATES_ON_SUPPORT)?.into_names();
    let bytes = output::json::to_bytes(|out| output::states::states(out, &states, args.format))?;
    destination::write(&bytes, args.output.as_deref())
}

fn run_reproduce(args: &ReproduceArgs) -> Result<(), Failure> {
    reproduce::reproduce(args)
}

/// The width of the text: the terminal's, or 80 where the output is kept.
fn text_width(to_standard_output: bool) -> u16 {
    if to_standard_output && io::stdout().is_terminal() {
        terminal_size::terminal_size().map_or(80, |(width, _)| width.0.max(40))
    } else {
        80
    }
}
