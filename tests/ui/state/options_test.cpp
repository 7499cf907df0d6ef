// Every option, by its entry: a session, the settings, the command line and the form give back a value that
// is not the usual one.

#include "app/command_line.h"
#include "core/options/decode_options.h"
#include "tests/support/catch.h"
#include "ui/state/option_settings.h"
#include "ui/state/session.h"
#include "ui/views/decoding/sampling_controls.h"
#include "ui/views/heatmap/map_options_menu.h"
#include "ui/widgets/option_editor.h"

#include <QAction>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <limits>
#include <set>

using namespace headlight;

namespace {

/// Gives the option another value that it may have.
void change(const OptionEntry& entry)
{
    std::visit(
        []<typename At>(const At& at) {
            if constexpr (std::is_same_v<At, Choice>)
                at.choose((at.place() + 1) % at.words.size());
            else if constexpr (std::is_same_v<At, bool*>)
                *at = !*at;
            else if constexpr (std::is_same_v<At, std::string*>)
                *at = "fra_Latn";
            else if constexpr (std::is_same_v<At, std::uint64_t*>)
                *at = std::numeric_limits<std::uint64_t>::max();
            else if constexpr (std::is_same_v<At, double*> || std::is_same_v<At, std::optional<double>*>)
                *at = 0.9;
            else
                *at = 6;
        },
        entry.value);
}

/// The options, each with its name, in which one option of the base differs. Those that are without effect in
/// the base are left out.
template <typename Options>
std::vector<std::pair<std::string, Options>> changedOneByOne(Options base)
{
    std::vector<std::pair<std::string, Options>> all;
    for (std::size_t i = 0; i < entriesOf(base).size(); ++i) {
        Options next = base;
        const OptionEntry entry = entriesOf(next)[i];
        if (!entry.needs.met)
            continue;
        change(entry);
        REQUIRE(next != base);
        all.emplace_back(entry.name, next);
    }
    return all;
}

Session readAgain(const Session& session)
{
    const auto tree = SessionTree::parse(toText(session), "s.headlight");
    REQUIRE(tree);
    auto read = sessionFromTree(*tree, "s.headlight");
    REQUIRE(read);
    CHECK(read->warnings.isEmpty());
    return read->session;
}

/// What the command line makes of the words that a copied command has.
template <typename Options>
Options parsed(const std::vector<std::string>& words)
{
    Options options;
    CommandLine line("test", "");
    for (const OptionEntry& entry : entriesOf(options))
        if (!entry.arguments().empty())
            line.option(entry);
    std::vector<std::string> all{"test"};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> argv;
    for (std::string& word : all)
        argv.push_back(word.data());
    CHECK_FALSE(line.parse(static_cast<int>(argv.size()), argv.data()));
    return options;
}

/// Whether the form shows the option, and gives it back from its widget; and takes it from the user.
void checkForm(const DecodeOptions& base, const DecodeOptions& given, const OptionEntry& entry)
{
    SamplingControls controls;
    controls.setOptions(given);
    auto* const editor = controls.findChild<QWidget*>(QLatin1String(entry.name));
    REQUIRE(editor != nullptr);
    DecodeOptions taken = base;
    for (const OptionEntry& each : formEntries(taken))
        if (each.name == std::string(entry.name))
            takeOption(*editor, each);
    CHECK(taken == given);
    controls.setOptions(base);
    if (auto* const line = qobject_cast<QLineEdit*>(editor)) {
        line->selectAll();
        QTest::keyClicks(line, QString::fromStdString(entry.text()));
    } else {
        showOption(*editor, entry);
    }
    CHECK(controls.options() == given);
}

} // namespace

TEST_CASE("options: every option of decoding comes back from everywhere", "[state][options]")
{
    const QTemporaryDir folder;
    std::set<std::string> seen;
    for (const Strategy strategy : {Strategy::kGreedy, Strategy::kSample, Strategy::kBeam}) {
        DecodeOptions base;
        base.strategy = strategy;
        base.beams = 12; // divisible by the changed number of groups
        base.diversityPenalty = 0.25; // or the form would give one to groups
        for (auto& [name, given] : changedOneByOne(base)) {
            INFO(name);
            Session session;
            session.document.decoding = given;
            CHECK(readAgain(session).document.decoding == given);
            if (name == "strategy" && strategy != Strategy::kGreedy)
                continue; // leaves the other options without effect
            DecodeOptions expected = given, usual;
            for (std::size_t i = 0; i < entriesOf(expected).size(); ++i) {
                const OptionEntry entry = entriesOf(expected)[i];
                const bool told = entry.needs.met && !entry.arguments().empty()
                    && entry.name != std::string("maxNewTokens");
                if (!told && !entry.unset())
                    REQUIRE_FALSE(entry.take(entriesOf(usual)[i].text()));
            }
            CHECK(parsed<DecodeOptions>(argumentsOf(given)) == expected);
            for (const OptionEntry& entry : formEntries(given)) {
                if (entry.name != name)
                    continue;
                Settings settings(folder.filePath(QString::fromStdString(name)));
                keepDecoding(settings, given);
                CHECK(keptDecoding(settings) == given);
                checkForm(base, given, entry);
                seen.insert(name);
            }
        }
    }
    DecodeOptions all;
    CHECK(seen.size() == formEntries(all).size());
}

TEST_CASE("options: every option of maps comes back from everywhere", "[state][options]")
{
    const QTemporaryDir folder;
    MapOptions base;
    base.transform.hidden = HiddenTokens::kFirst; // or renormalising has no effect
    const auto all = changedOneByOne(base);
    CHECK(all.size() == 11);
    for (const auto& [name, given] : all) {
        INFO(name);
        Session session;
        session.focus.options = given;
        CHECK(readAgain(session).focus.options == given);
        Settings settings(folder.filePath(QString::fromStdString(name)));
        kKeptMapOptions.set(settings, given);
        CHECK(kKeptMapOptions.of(settings) == given);
        CHECK(parsed<MapOptions>(argumentsOf(given)) == given);
        // The menu: one of its actions, or its slider, makes this change.
        Focus focus;
        QWidget window;
        MapOptionsMenu menu(focus, &window);
        bool found = false;
        for (QAction* const action : menu.actions()) {
            menu.choose(base);
            action->trigger();
            found = found || focus.mapOptions() == given;
        }
        menu.choose(base);
        menu.stepMass(-5);
        CHECK((found || focus.mapOptions() == given));
    }
}

TEST_CASE("options: kinds of maps come back from the command line and a session", "[state][options]")
{
    for (std::size_t i = 0; i < static_cast<std::size_t>(MapKind::kKept); ++i) {
        Session session;
        session.focus.map = static_cast<MapKind>(i);
        CHECK(readAgain(session).focus.map == session.focus.map);
        MapKind kind = MapKind::kKept;
        const std::string word(wordOf(session.focus.map));
        INFO(word);
        CHECK_FALSE(mapKindEntry(kind).take(word));
        CHECK(kind == session.focus.map);
    }
    MapKind kind = MapKind::kWeights;
    CHECK(mapKindEntry(kind).take("kept")); // is none that is drawn
}

TEST_CASE("options: sessions with former words open, and numbers out of bounds are named", "[state][options]")
{
    const auto read = [](const std::string& decoding) {
        const auto tree = SessionTree::parse(
            R"({"format":"headlight-session","document":{"decoding":{)" + decoding + "}}}", "s.headlight");
        return sessionFromTree(*tree, "s.headlight");
    };
    CHECK(read(R"("earlyStopping":"first")")->session.document.decoding.earlyStopping
          == EarlyStopping::kFirst);
    CHECK(read(R"("earlyStopping":"heuristic")")->session.document.decoding.earlyStopping
          == EarlyStopping::kHeuristic);
    const auto many = read(R"("beams":5000)");
    REQUIRE_FALSE(many);
    CHECK(many.error().field == "document.decoding.beams");
    CHECK(many.error().message == "found \"5000\", expected a whole number from 1 to 1024");
    CHECK(read(R"("temperature":0)").error().field == "document.decoding.temperature");
}
