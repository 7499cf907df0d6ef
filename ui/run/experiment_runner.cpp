#include "ui/run/experiment_runner.h"

#include "core/base/text_list.h"
#include "core/io/atomic_file.h"
#include "core/run/cell_effects.h"
#include "core/run/lanes.h"
#include "core/run/run_experiment.h"
#include "ui/run/file_writer.h"
#include "ui/run/model_facts.h"
#include "ui/run/model_library.h"
#include "ui/run/notices.h"
#include "ui/run/reporting_job.h"
#include "ui/state/line_history.h"
#include "ui/state/snapshot.h"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <optional>
#include <utility>

namespace headlight {

namespace {

/// What a run needs from the window.
struct Plan
{
    ExperimentOrder order;
    std::shared_ptr<const Model> model;
    ModelFacts facts;
    Interventions interventions;
    DecodeOptions output;
    std::optional<LaneInput> line; ///< the shown one
    std::shared_ptr<ExperimentResult> result; ///< all but the numbers
    std::vector<std::shared_ptr<const ExperimentRecords>> known; ///< what was run before

    Plan(Workspace& workspace, ExperimentOrder asked)
        : order(std::move(asked))
        , model(workspace.model())
        , facts(openFacts(workspace))
        , interventions(workspace.document().interventions)
        , result(std::make_shared<ExperimentResult>())
    {
        const Document& document = workspace.document();
        output.maxNewTokens = document.decoding.maxNewTokens;
        output.targetLanguage = document.decoding.targetLanguage;
        for (const auto& each : ExperimentBoard::of(workspace).results())
            known.push_back(each->records);
        result->name = order.name;
        if (!facts.base.isEmpty())
            result->name += QStringLiteral("; ") + facts.name; // the base and its adapter
        result->file = order.file;
        result->inHeads = order.inHeads;
        result->ids = !facts.hasTokenizer || (document.ids && order.file.isEmpty());
        const QStringList lines = document.text.split(QLatin1Char('\n'));
        if (const Trace trace = workspace.snapshot()->trace;
            order.shownLine && model != nullptr && !trace.isNull() && isTraceOf(*model, trace)) {
            takeLine(*workspace.snapshot());
            if (!document.dialogue)
                result->lines << lines.value(shownLine(lines, document.line));
        } else if (order.file.isEmpty()) {
            for (const QString& each : lines)
                if (!each.trimmed().isEmpty())
                    result->lines << each;
        }
        result->command = command();
    }

    /// The line as it was read, with what the model wrote. Its rows are named by their numbers, since a
    /// command cannot tell which of the ids were written.
    void takeLine(const Snapshot& shown)
    {
        line = inputOfLine(shown.trace);
        line->source.resize(static_cast<std::size_t>(realTokens(line->source)));
        line->segments.resize(line->source.size());
        if (!model->isDecoderOnly())
            return;
        const Index length = std::ssize(line->source);
        const Index given = shown.steps.empty()
            ? length
            : std::ssize(shown.steps.front().trace.tokens(StackKind::kDecoder));
        if (order.words.rows == "prompt")
            order.words.rows = "0-" + std::to_string(std::max<Index>(given - 2, 0));
        else if (order.words.rows == "output")
            order.words.rows = std::to_string(given - 1) + '-' + std::to_string(length - 1);
    }

    /// The line's ids, as the lists of digestOfInputs().
    std::array<std::vector<std::string>, 6> lineIds() const
    {
        const auto ids = [](const std::vector<TokenLabel>& tokens) {
            return joined(tokens, ",", [](const TokenLabel& token) { return std::to_string(token.id); });
        };
        std::array<std::vector<std::string>, 6> lists;
        lists[1] = {ids(line->source)};
        if (!line->target.empty())
            lists[3] = {ids(line->target)};
        if (std::any_of(line->segments.begin(), line->segments.end(),
                        [](auto segment) { return segment != 0; }))
            lists[5] = {joined(line->segments, ",", [](auto segment) { return std::to_string(segment); })};
        return lists;
    }

    std::vector<std::string> sentences() const
    {
        return listFrom(result->lines, [this](const QString& each) {
            return (result->ids ? idsIn(each).join(QLatin1Char(',')) : asRead(each)).toStdString();
        });
    }

    QStringList command() const
    {
        QStringList words
            = QStringList{QStringLiteral("headlight"), QStringLiteral("sweep")} + modelArguments(facts);
        if (line) {
            const auto lists = lineIds();
            for (const auto& [option, place] :
                 {std::pair{"--ids", 1}, {"--target-ids", 3}, {"--segment-ids", 5}})
                for (const std::string& ids : lists.at(static_cast<std::size_t>(place)))
                    words << QLatin1String(option) << QString::fromStdString(ids);
        }
        for (const std::string& sentence : line ? std::vector<std::string>() : sentences())
            words << (result->ids ? QStringLiteral("--ids") : QStringLiteral("--text"))
                  << QString::fromStdString(sentence);
        if (!order.file.isEmpty())
            words << (ExperimentSource::holdsPairs(order.file.toStdString()) ? QStringLiteral("--pairs")
                          : result->ids                                      ? QStringLiteral("--ids-file")
                                                                             : QStringLiteral("--text-file"))
                  << order.file;
        if (!output.targetLanguage.empty() && !line)
            words << QStringLiteral("--target-language") << QString::fromStdString(output.targetLanguage);
        if (output.maxNewTokens != DecodeOptions().maxNewTokens && !line)
            words << QStringLiteral("--max-new-tokens") << QString::number(output.maxNewTokens);
        for (const std::string& word : argumentsOf(order.words))
            words << QString::fromStdString(word);
        return words + editArguments(interventions);
    }

    /// kept: as for EarlierRuns.
    Result<void> run(const Job& job, const std::function<void(const ExperimentTable&)>& partial,
                     const std::filesystem::path& kept) const
    {
        ExperimentSource source;
        if (line) {
            source.count = 1;
            source.lane = [lane = *line](std::size_t) -> Result<LaneInput> { return lane; };
            source.hasTargets = true;
            source.digest = digestOfInputs({}, {}, lineIds());
        } else if (order.file.isEmpty()) {
            source = ExperimentSource::of(model, sentences(), result->ids, output);
        } else {
            ASSIGN_OR_RETURN(source, ExperimentSource::read(order.file.toStdString(), model, output));
        }
        source.interventions = interventions;
        const bool adapted = !facts.base.isEmpty();
        const ModelFolders folders{(adapted ? facts.base : facts.folder).toStdString(),
                                   adapted ? facts.folder.toStdString() : std::string()};
        ASSIGN_OR_RETURN(
            auto done,
            runExperiment(order.words, model, folders, std::move(source), job, partial, {known, kept}));
        result->table = std::move(done.table);
        result->records = std::move(done.records);
        return {};
    }

    bool hasManyInputs() const { return !line && (!order.file.isEmpty() || result->lines.size() > 1); }
};

QString wordsOf(const Notice& notice)
{
    return notice.advice.isEmpty() ? notice.text : notice.text + QLatin1Char(' ') + notice.advice;
}

} // namespace

ExperimentRunner::ExperimentRunner(Workspace& workspace, FileWriter& writer, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_board(ExperimentBoard::of(workspace))
{
    connect(&m_board, &ExperimentBoard::ordered, this, &ExperimentRunner::start);
    connect(&m_board, &ExperimentBoard::openWanted, this, &ExperimentRunner::open);
    connect(&m_board, &ExperimentBoard::saveWanted, this,
            [&writer](const QString& file, const std::shared_ptr<const ExperimentResult>& result) {
                writer.write(file, [file, result]() -> Result<void> {
                    const std::string path = file.toStdString();
                    if (file.endsWith(QLatin1String(".npz"))) {
                        ASSIGN_OR_RETURN(const auto archive, experimentNpz(result->table.json, path));
                        return writeFileAtomically(path, archive);
                    }
                    const bool csv = file.endsWith(QLatin1String(".csv"));
                    return writeFileAtomically(path, csv ? result->table.csv : result->table.json);
                });
            });
    const auto stop = [this] {
        m_task.cancel();
        if (m_board.isRunning())
            m_board.publish(false, {});
    };
    connect(&m_board, &ExperimentBoard::cancelled, this, [this, stop] {
        const auto [done, total] = m_board.progress();
        stop();
        if (m_goesOn && done > 0)
            m_board.tell(tr("Stopped after %1 of %2. Run goes on from there.").arg(done).arg(total));
    });
    m_board.setCommandOf(
        [this](const ExperimentOrder& order) { return Plan(m_workspace, order).result->command; });
    const auto nameModel = [this] { m_board.setModelWords(modelArguments(openFacts(m_workspace))); };
    nameModel();
    connect(&workspace, &Workspace::modelChanged, this, [stop, nameModel] {
        stop();
        nameModel();
    });
}

ExperimentRunner::~ExperimentRunner()
{
    m_board.setCommandOf({});
}

void ExperimentRunner::start(const ExperimentOrder& order)
{
    if (m_workspace.model() == nullptr)
        return m_board.publish(false, tr("An experiment runs the model. Open a model to use it."));
    Plan made(m_workspace, order);
    m_goesOn = made.hasManyInputs() && m_kept.isValid();
    m_task.start([this, plan = std::move(made), kept = m_kept.isValid() ? m_kept.path() : QString()](
                     const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        const Job job = reportingJob(this, stop, [this](const QString&, qint64 done, qint64 total) {
            if (m_board.isRunning())
                m_board.setProgress(static_cast<int>(done), static_cast<int>(total));
        });
        QString failure;
        try {
            const auto partial = [&](const ExperimentTable& soFar) {
                auto part = std::make_shared<ExperimentResult>(*plan.result);
                part->table = soFar;
                deliver([this, part] { m_board.addResult(part); });
            };
            const auto done = plan.run(job, partial, kept.toStdString());
            if (!done && done.error().code == ErrorCode::kCancelled)
                return;
            if (!done)
                failure = wordsOf(noticeFor(done.error(), Attempt::kExperiment));
        } catch (const std::exception& fault) {
            failure = wordsOf(internalNotice(fault.what()));
        }
        deliver([this, failure, result = plan.result] {
            if (failure.isEmpty())
                m_board.addResult(result);
            m_board.publish(false, failure);
        });
    });
}

void ExperimentRunner::open(const std::shared_ptr<const ExperimentResult>& result, int input)
{
    if (result->file.isEmpty() && result->lines.isEmpty()) // of a dialogue
        return;
    if (result->file.isEmpty())
        return show(result->lines.value(input), result->ids);
    m_reading.start([this, result, input](const std::stop_token&, const LatestTask::Deliver& deliver) {
        const auto found
            = ExperimentSource::sentence(result->file.toStdString(), static_cast<std::size_t>(input));
        deliver([this, found, result] {
            if (!found)
                return m_workspace.setNotice(noticeFor(found.error(), Attempt::kRun));
            const std::string ids = joined(found->ids, " ", [](TokenId id) { return std::to_string(id); });
            QString line = QString::fromStdString(found->ids.empty() ? found->text : ids);
            show(line.replace(QLatin1Char('\n'), QChar(QChar::LineSeparator)),
                 result->ids || !found->ids.empty());
        });
    });
}

void ExperimentRunner::show(const QString& sentence, bool ids)
{
    const Document& document = m_workspace.document();
    const int line = static_cast<int>(document.text.split(QLatin1Char('\n')).indexOf(sentence));
    const bool there = line >= 0 && document.ids == ids && !document.dialogue;
    Document next = there ? onLine(document, *m_workspace.snapshot(), line)
                          : retyped(document, *m_workspace.snapshot(), {sentence, {}, {}, 0});
    next.ids = ids;
    m_workspace.apply(next, tr("Open a sentence"));
}

std::vector<SessionExperiment> keptExperiments(Workspace& workspace)
{
    constexpr std::size_t kMostBytes = std::size_t{1} << 20U; // sessions are written while the user types
    std::vector<SessionExperiment> kept;
    std::size_t bytes = 0;
    const auto& all = ExperimentBoard::of(workspace).results();
    for (std::size_t i = all.size(); i-- > 0;) {
        const ExperimentResult& each = *all[i];
        if (each.inHeads) // ordered by a lesson
            continue;
        bytes += each.table.json.size();
        if (bytes > kMostBytes)
            break;
        kept.push_back({each.name, each.file, each.lines, each.ids, each.command, {each.table.json}});
    }
    std::reverse(kept.begin(), kept.end());
    return kept;
}

void restoreExperiments(Workspace& workspace, const std::vector<SessionExperiment>& kept)
{
    ExperimentBoard::Results results;
    for (const SessionExperiment& each : kept) {
        auto table = experimentTable(each.numbers.text, "experiments");
        if (table)
            results.push_back(std::make_shared<const ExperimentResult>(ExperimentResult{
                each.name, each.file, each.lines, each.ids, each.command, std::move(*table)}));
        else
            workspace.setNotice(noticeFor(table.error(), Attempt::kOpenSession));
    }
    ExperimentBoard::of(workspace).setResults(std::move(results));
}

} // namespace headlight
