#include "core/model/builtin_model.h"
#include "core/model/model.h"
#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"
#include "ui/run/shown_lane.h"

#include <fstream>

using namespace headlight;

namespace {

/// The note on a line typed for the built-in model.
InputNote noteOf(const QString& line)
{
    static const auto model = loadModel(builtinModelFolder("en-fr").value(), LoadOptions(), Job()).value();
    static const auto training = readTrainingInput(model->folder()).value();
    const LaneInput lane = prepareText(*model, {line.toStdString(), std::nullopt, std::nullopt}).value();
    return inputNoteOf(line, lane.source, training);
}

} // namespace

TEST_CASE("input note: English sentences need none", "[run]")
{
    for (const char* const line :
         {"The black cat sleeps on the chair.", "My brother is a doctor.",
          "Colorless green ideas sleep furiously.", "I think you're underestimating Tom."}) {
        INFO(line);
        CHECK(noteOf(QString::fromUtf8(line)).empty());
    }
}

TEST_CASE("input note: other languages and unknown signs are named", "[run]")
{
    const InputNote french = noteOf(QStringLiteral("Le chat noir dort sur la chaise."));
    CHECK(french.unseen
          == QStringList{QStringLiteral("noir"), QStringLiteral("dort"), QStringLiteral("chaise")});
    CHECK(french.unknown.isEmpty());
    CHECK_FALSE(french.examples.isEmpty());
    const InputNote chinese = noteOf(QStringLiteral("我爱你。"));
    CHECK(chinese.unknown == QStringList{QStringLiteral("我爱你。")});
    CHECK(noteOf(QStringLiteral("القطة على الكرسي")).unknown.size() == 3);
    // A character outside the BMP counts as one.
    CHECK(noteOf(QStringLiteral("The cat likes 🐟 and milk.")).unknown == QStringList{QStringLiteral("🐟")});
}

TEST_CASE("input note: a word alone is no sentence", "[run]")
{
    CHECK(noteOf(QStringLiteral("Cat")).fragment);
    CHECK_FALSE(noteOf(QStringLiteral("Cat")).examples.isEmpty());
    CHECK_FALSE(noteOf(QStringLiteral("The cat sleeps.")).fragment);
    CHECK_FALSE(noteOf(QStringLiteral(" ")).fragment);
}

TEST_CASE("input note: an unknown token says what it stands for", "[run]")
{
    const auto model = loadModel(builtinModelFolder("en-fr").value(), LoadOptions(), Job()).value();
    const LaneInput lane = prepareText(*model, {"The 猫 sleeps.", std::nullopt, std::nullopt}).value();
    std::vector<std::string> texts;
    for (const TokenLabel& token : lane.source)
        texts.push_back(token.text);
    CHECK(std::count(texts.begin(), texts.end(), "<unk> 猫") == 1);
    CHECK(texts.back() == "</s>");
}

TEST_CASE("input note: without a table only unknown signs are said, and a broken table is an error", "[run]")
{
    const auto model = loadModel(builtinModelFolder("en-fr").value(), LoadOptions(), Job()).value();
    const QString line = QStringLiteral("Le chat 猫");
    const LaneInput lane = prepareText(*model, {line.toStdString(), std::nullopt, std::nullopt}).value();
    const InputNote note = inputNoteOf(line, lane.source, std::nullopt);
    CHECK(note.unseen.isEmpty());
    CHECK(note.unknown == QStringList{QStringLiteral("猫")});
    CHECK_FALSE(note.fragment);

    const test::TemporaryFolder folder;
    CHECK_FALSE(readTrainingInput(folder.path()).value().has_value());
    std::ofstream(folder.path() / "training_input.json") << R"({"read":"0g"})";
    const auto broken = readTrainingInput(folder.path());
    REQUIRE_FALSE(broken);
    CHECK(broken.error().describe().find("hexadecimal") != std::string::npos);
    std::ofstream(folder.path() / "training_input.json") << R"({"read":"4f","whole_sentences":true})";
    const TrainingInput table = *readTrainingInput(folder.path()).value();
    CHECK(table.wholeSentences);
    CHECK_FALSE(table.hasRead(0));
    CHECK(table.hasRead(1));
    CHECK_FALSE(table.hasRead(2));
    CHECK(table.hasRead(7));
    CHECK_FALSE(table.hasRead(8));
    CHECK_FALSE(table.hasRead(-1));
}

TEST_CASE("typed ids: a text becomes what the model reads, and comes back", "[run]")
{
    const auto model = loadModel(builtinModelFolder("en-fr").value(), LoadOptions(), Job()).value();
    const QString text = QStringLiteral("The black cat\n\nMy brother is a doctor.");
    const QString ids = idsOfText(*model, text);
    CHECK(ids.startsWith(QStringLiteral("135 3381 1186 1\n\n")));
    CHECK(textOfIds(*model, ids) == text);
    CHECK(textOfIds(*model, QStringLiteral("135 x")) == QStringLiteral("135 x"));
}
