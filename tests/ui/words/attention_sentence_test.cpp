#include "ui/words/attention_sentence.h"

#include "core/analysis/map_transform.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "ui/state/workspace.h"
#include "ui/words/edit_text.h"
#include "ui/words/map_words.h"
#include "ui/words/next_token.h"

#include <limits>
#include <memory>
#include <utility>

using namespace headlight;
using namespace headlight::testing;

namespace {

using State = RowReading::State;

/// Hand-made weights: rows of the synthetic target over keys of the synthetic source, or of itself.
class HandMade : public AttentionSource
{
public:
    explicit HandMade(Matrix numbers, MapKind kind)
        : m_numbers(std::move(numbers))
        , m_kind(kind)
    { }
    Index queries() const override { return m_numbers.rows(); }
    Index keys() const override { return m_numbers.cols(); }
    bool has(MapKind kind) const override { return kind == m_kind; }
    void read(MapKind, Index query, Index key, MatrixSpan out) const override
    {
        out = m_numbers.block(query, key, out.rows(), out.cols());
    }

private:
    Matrix m_numbers;
    MapKind m_kind;
};

/// The same weights with a mask.
class Masked : public HandMade
{
public:
    Masked(Matrix weights, Matrix mask)
        : HandMade(std::move(weights), MapKind::kWeights)
        , m_mask(std::move(mask))
    { }
    bool has(MapKind kind) const override { return kind == MapKind::kMask || HandMade::has(kind); }
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override
    {
        if (kind == MapKind::kMask)
            out = m_mask.block(query, key, out.rows(), out.cols());
        else
            HandMade::read(kind, query, key, out);
    }

private:
    Matrix m_mask;
};

AttentionMap mapOf(const Matrix& numbers, AttentionKind kind = AttentionKind::kCross,
                   StackKind stack = StackKind::kDecoder, MapKind of = MapKind::kWeights)
{
    const auto axis = [](Index count, bool target) {
        return std::make_shared<const std::vector<TokenLabel>>(
            syntheticTokens(static_cast<int>(count), target));
    };
    const bool cross = kind == AttentionKind::kCross;
    return {{stack, 0, kind, 3},
            std::make_shared<HandMade>(numbers, of),
            axis(numbers.rows(), stack == StackKind::kDecoder),
            axis(numbers.cols(), !cross && stack == StackKind::kDecoder)};
}

Matrix alignment()
{
    Matrix weights = Matrix::Constant(5, 5, 0.005F);
    for (const auto& [row, key] : {std::pair(0, 4), {1, 0}, {2, 2}, {3, 1}, {4, 3}})
        weights(row, key) = 0.98F;
    weights.row(2).setZero();
    weights(2, 2) = 0.98F;
    weights(2, 1) = 0.02F;
    return weights;
}

QString sentenceOf(const AttentionMap& map, const RowQuestion& question, MapKind kind = MapKind::kWeights)
{
    return rowSentence(readRow(map, kind, question));
}

} // namespace

TEST_CASE("attention sentence: without the causal mask, rows see what comes after them", "[picture]")
{
    const auto model = test::tinyModel();
    Interventions open;
    open.masks.decoderCausal = Toggle::kOff;
    const HeadRef self{StackKind::kDecoder, 1, AttentionKind::kSelf, 2},
        cross{StackKind::kDecoder, 1, AttentionKind::kCross, 0},
        encoder{StackKind::kEncoder, 1, AttentionKind::kSelf, 0};
    const Trace plain = test::runTiny(model, {{{4, 8, 2}, {5, 9, 14}}}).front();
    const Trace opened = test::runTiny(model, {{{4, 8, 2}, {5, 9, 14}}}, open).front();
    for (const HeadRef& head : {self, cross}) {
        CHECK_FALSE(seesLaterTokens(plain, head, 1));
        CHECK(seesLaterTokens(opened, head, 1));
        CHECK_FALSE(seesLaterTokens(opened, head, 2)); // the last row
    }
    CHECK_FALSE(seesLaterTokens(opened, encoder, 1));
    // One head alone that sees a later token.
    Interventions one;
    one.list.emplace_back(MaskEdit{patternOf(self), 0, 1, 1, 2, true});
    const Trace painted = test::runTiny(model, {{{4, 8, 2}, {5, 9, 14}}}, one).front();
    CHECK(seesLaterTokens(painted, self, 0));
    CHECK_FALSE(seesLaterTokens(painted, self, 1));
    CHECK_FALSE(seesLaterTokens(painted, cross, 0));
    CHECK_FALSE(seesLaterTokens({}, self, 0));
}

TEST_CASE("attention sentence: a row of cross-attention says what was read, what comes, and where it looks",
          "[picture]")
{
    const AttentionMap map = mapOf(alignment());
    CHECK(sentenceOf(map, {2}).toStdString()
          == "Having read “chat”, about to write “noir”, this head looks at “cat” (0.98).");
    SECTION("the last row writes what came of the run")
    {
        TokenLabel end;
        end.text = "</s>";
        end.special = true;
        RowQuestion question{4};
        question.written = end;
        CHECK(sentenceOf(map, question).toStdString()
              == "Having read “dort”, about to write </s>, this head looks at “sleeps” (0.98).");
        CHECK(sentenceOf(map, {4}).toStdString() == "For “dort”, this head looks at “sleeps” (0.98).");
    }
    SECTION("in a given text the next token is not the model's")
    {
        RowQuestion question{2};
        question.given = true;
        CHECK(sentenceOf(map, question)
                  .startsWith(QStringLiteral("Having read “chat”, with “noir” coming next, this head")));
    }
    SECTION("a row that was computed with the tokens after it did not lead to the next one")
    {
        RowQuestion question{2};
        question.seesLater = true;
        CHECK(sentenceOf(map, question).toStdString()
              == "In the row of “chat”, computed again once “noir” was written, this head looks at “cat” "
                 "(0.98).");
        question.given = true;
        CHECK(sentenceOf(map, question)
                  .startsWith(QStringLiteral(
                      "Having read “chat” and all that follows, beginning with “noir”, this head")));
    }
    SECTION("asked about another key, it says how little that gets")
    {
        CHECK(sentenceOf(map, {2, 1})
                  .endsWith(QStringLiteral(
                      "this head gives “black” a weight of 0.02; most goes to “cat” (0.98).")));
        CHECK(sentenceOf(map, {2, 2}).endsWith(QStringLiteral("this head looks at “cat” (0.98).")));
        CHECK(sentenceOf(mapOf(Matrix::Constant(5, 5, 0.2F)), {2, 1})
                  .endsWith(QStringLiteral("this head gives “black” a weight of 0.20; no key has more.")));
    }
    SECTION("a head that is switched off says so")
    {
        RowQuestion question{2};
        question.headOff = true;
        CHECK(sentenceOf(map, question)
                  .endsWith(QStringLiteral("(0.98). The head is switched off: its output is not used.")));
    }
}

TEST_CASE("attention sentence: of encoders, of the token itself, of a sink", "[picture]")
{
    Matrix weights = Matrix::Constant(5, 5, 0.005F);
    weights(2, 1) = weights(3, 3) = weights(4, 0) = 0.98F;
    const AttentionMap encoder = mapOf(weights, AttentionKind::kSelf, StackKind::kEncoder);
    CHECK(sentenceOf(encoder, {2}).toStdString() == "For “cat”, this head looks at “black” (0.98).");
    CHECK(sentenceOf(encoder, {3}).toStdString()
          == "For “sleeps”, this head looks at that token itself (0.98).");
    const AttentionMap once = mapOf(weights, AttentionKind::kSelf);
    CHECK(sentenceOf(once, {4}).endsWith(QStringLiteral("this head looks at <s> (0.98).")));
    weights.col(0).setConstant(0.98F);
    const AttentionMap decoder = mapOf(weights, AttentionKind::kSelf);
    CHECK(sentenceOf(decoder, {4})
              .endsWith(
                  QStringLiteral("this head rests on the first token, <s> (0.98), as an attention sink.")));
}

TEST_CASE("attention sentence: a head of random weights rests on nothing", "[picture]")
{
    class Untrained : public HandMade
    {
    public:
        using HandMade::HandMade;
        bool isTrained() const override { return false; }
    };
    Matrix weights = Matrix::Constant(5, 5, 0.005F);
    weights.col(0).setConstant(0.98F);
    const AttentionMap trained = mapOf(weights, AttentionKind::kSelf);
    const AttentionMap map(trained.head(), std::make_shared<Untrained>(weights, MapKind::kWeights),
                           trained.queryAxis(), trained.keyAxis());
    CHECK(sentenceOf(map, {4}).endsWith(QStringLiteral("this head looks at <s> (0.98).")));
}

TEST_CASE("attention sentence: a row that looks at several keys names them", "[picture]")
{
    Matrix weights = Matrix::Constant(4, 20, 0.05F);
    weights.row(1).setZero();
    weights(1, 0) = 0.45F;
    weights(1, 2) = 0.35F;
    weights(1, 3) = 0.2F;
    const AttentionMap map = mapOf(weights);
    CHECK(sentenceOf(map, {1}).endsWith(
        QStringLiteral("this head looks mostly at “The” (0.45), “cat” (0.35) and “sleeps” (0.20).")));
    CHECK(sentenceOf(map, {2}).endsWith(
        QStringLiteral("this head spreads its weight over 20 keys; the most goes to “The” (0.05).")));
}

TEST_CASE("attention sentence: rows without a say", "[picture]")
{
    Matrix weights = Matrix::Constant(4, 4, 0.25F);
    weights.row(0).setZero();
    weights(1, 2) = std::numeric_limits<float>::quiet_NaN();
    weights(2, 2) = 3;
    const AttentionMap map = mapOf(weights);
    CHECK(readRow(map, MapKind::kWeights, {0}).state == State::kEmpty);
    CHECK(sentenceOf(map, {0}).endsWith(
        QStringLiteral("this head can attend to nothing: every key is masked.")));
    CHECK(readRow(map, MapKind::kWeights, {1}).state == State::kBroken);
    CHECK(sentenceOf(map, {1}).endsWith(
        QStringLiteral("the weights of this head are not sound numbers: they say nothing.")));
    CHECK(readRow(map, MapKind::kWeights, {2}).state == State::kWrongSum);
    CHECK(sentenceOf(map, {2}).endsWith(
        QStringLiteral("sum to 3.75, not 1; the largest is that of “cat” (3.00).")));
    CHECK(sentenceOf(map, {3}, MapKind::kScores)
              .endsWith(QStringLiteral("nothing was recorded for this row.")));
}

TEST_CASE("attention sentence: a row masked by a number, and a row that sees what follows", "[picture]")
{
    // −10⁹ in a whole row leaves equal weights.
    Matrix mask = Matrix::Ones(3, 3);
    mask.row(2).setZero();
    const auto masked = [&](const Matrix& allowed) {
        const auto axis = std::make_shared<const std::vector<TokenLabel>>(syntheticTokens(3, true));
        return AttentionMap({StackKind::kDecoder, 0, AttentionKind::kSelf, 0},
                            std::make_shared<Masked>(Matrix::Constant(3, 3, 1.0F / 3), allowed), axis, axis);
    };
    const RowReading row = readRow(masked(mask), MapKind::kWeights, {2});
    CHECK(row.allMaskedAlike);
    CHECK(rowSentence(row).contains(QStringLiteral("equal weights (0.33 each)")));
    CHECK_FALSE(rowSentence(row).contains(QStringLiteral("nothing")));
    // Without a causal mask the next word was there when the row was computed.
    const QString together = rowSentence(readRow(masked(Matrix::Ones(3, 3)), MapKind::kWeights, {0}));
    CHECK(together.contains(QStringLiteral("computed together with what follows")));
    CHECK_FALSE(together.contains(QStringLiteral("about to write")));
    const Matrix causal = Matrix::Ones(3, 3).triangularView<Eigen::Lower>();
    CHECK(rowSentence(readRow(masked(causal), MapKind::kWeights, {0}))
              .contains(QStringLiteral("about to write")));
}

TEST_CASE("attention sentence: the other stages are no shares", "[picture]")
{
    const AttentionMap map = syntheticTrace().attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 1});
    REQUIRE(map.has(MapKind::kScores));
    const QString scores = sentenceOf(map, {3}, MapKind::kScores);
    CHECK(scores.contains(QStringLiteral("the highest score is that of ")));
    CHECK(scores.contains(QStringLiteral("Scores are no shares: the softmax turns them into weights.")));
    CHECK(sentenceOf(map, {3}, MapKind::kMask)
              .endsWith(QStringLiteral("this head can attend to 4 of 5 keys.")));
    CHECK(sentenceOf(map, {3, 4}, MapKind::kMask).contains(QStringLiteral("it is masked")));
    CHECK(sentenceOf(map, {3, 4}).contains(QStringLiteral("it is masked")));
    CHECK(sentenceOf(map, {4}, MapKind::kMask).endsWith(QStringLiteral("can attend to every key.")));
    const RowReading row = readRow(map, MapKind::kScores, {3});
    CHECK(row.keys.front().value == map.block(MapKind::kScores, 3, 0, 1, 4).maxCoeff());
}

TEST_CASE("attention sentence: of a row that is still to come nothing is said, in every stage", "[picture]")
{
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    const AttentionMap whole = syntheticTrace().attention(head);
    const AttentionMap placed = mapInPlaceOf(syntheticTrace({}, 2).attention(head), whole);
    for (const MapKind kind : {MapKind::kMask, MapKind::kScores, MapKind::kWeights, MapKind::kMasked})
        for (const auto key : {std::optional<Index>(), std::optional<Index>(1)})
            CHECK(sentenceOf(placed, {3, key}, kind).toStdString()
                  == "Having read “noir”, about to write “dort”, nothing was recorded for this row.");
    CHECK(sentenceOf(placed, {1}, MapKind::kMask)
              .endsWith(QStringLiteral("this head can attend to 2 of 5 keys.")));
    CHECK(columnSentence(placed, MapKind::kMask, 0).contains(QStringLiteral("from 2 of 5 rows")));
}

TEST_CASE("attention sentence: differences are named by their size, whatever their sign", "[picture]")
{
    Matrix change = Matrix::Zero(3, 4);
    change(1, 0) = 0.1F;
    change(1, 2) = -0.4F;
    const AttentionMap map = mapOf(change, AttentionKind::kCross, StackKind::kDecoder, MapKind::kScores);
    RowQuestion question{1};
    question.difference = true;
    CHECK(sentenceOf(map, question, MapKind::kScores)
              .endsWith(QStringLiteral("the edits change “cat” most: by −0.40.")));
    question.key = 0;
    CHECK(sentenceOf(map, question, MapKind::kScores)
              .endsWith(QStringLiteral("the edits change “The” by +0.10.")));
    CHECK(sentenceOf(map, {2, {}, {}, false, false, true}, MapKind::kScores)
              .endsWith(QStringLiteral("the edits change nothing.")));
}

TEST_CASE("attention sentence: a column, and a token that looks like a place holder", "[picture]")
{
    CHECK(columnSentence(mapOf(alignment()), MapKind::kWeights, 2).toStdString()
          == "This head looks at “cat” most from the row of “chat” (0.98).");
    auto tokens = syntheticTokens(3, true);
    tokens[1].text = "%2";
    const auto axis = std::make_shared<const std::vector<TokenLabel>>(tokens);
    const AttentionMap odd({StackKind::kDecoder, 0, AttentionKind::kCross, 0},
                           std::make_shared<HandMade>(Matrix(Matrix::Identity(3, 3)), MapKind::kWeights),
                           axis, axis);
    CHECK(sentenceOf(odd, {1}).toStdString()
          == "Having read “%2”, about to write “chat”, this head looks at “%2” (1.00).");
}

TEST_CASE("attention sentence: without a pointer it is of the first row that leaves the order", "[picture]")
{
    CHECK(tellingRow(mapOf(alignment())) == Index(2));
    CHECK(tellingRow(mapOf(Matrix::Identity(5, 5))) == Index(1)); // the first that is not a special token
    CHECK(tellingRow(mapOf(alignment()), 0) == Index(0)); // a mask that the model fills in
    CHECK_FALSE(tellingRow(AttentionMap()).has_value());
}

TEST_CASE("next token: rows of decoders have one, the last row that of the shown step", "[picture]")
{
    Workspace workspace;
    workspace.publish(syntheticSnapshot());
    const Trace trace = workspace.shownTrace();
    const AttentionMap cross = trace.attention({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    CHECK(nextToken(cross, 1, std::nullopt)->text == "␣chat");
    CHECK(nextToken(cross, 4, std::nullopt) == nullptr);
    CHECK(writtenToken(workspace)->text == "␣sur");
    const auto written = writtenToken(workspace);
    CHECK(rowName(QStringLiteral("␣dort"), nextToken(cross, 4, written)).toStdString() == "dort → sur");
    const AttentionMap encoder = trace.attention({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    CHECK(nextToken(encoder, 0, written) == nullptr);
    workspace.setStep(1);
    CHECK(writtenToken(workspace)->text == "␣chat");
    CHECK_FALSE(isGivenText(workspace, cross, 0));
}

TEST_CASE("next token: what stands in a prompt was given", "[picture]")
{
    SyntheticOptions options;
    options.source = 0;
    Workspace workspace;
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot(options));
    snapshot->steps.erase(snapshot->steps.begin(), snapshot->steps.begin() + 2); // three tokens were given
    workspace.publish(snapshot);
    const AttentionMap map
        = workspace.shownTrace().attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    CHECK(isGivenText(workspace, map, 1));
    CHECK_FALSE(isGivenText(workspace, map, 2));
}

TEST_CASE("attention sentence: a masked key has its reason", "[picture]")
{
    const auto model = test::tinyModel();
    const HeadRef self{StackKind::kDecoder, 1, AttentionKind::kSelf, 2},
        cross{StackKind::kDecoder, 1, AttentionKind::kCross, 0};
    const auto reason = [&](const Interventions& edits, const HeadRef& head, Index query, Index key) {
        const Trace trace = test::runTiny(model, {{{4, 8, 2}, {5, 9, 14}}}, edits).front();
        const AttentionMap map = trace.attention(head);
        REQUIRE(map.at(MapKind::kMask, query, key) == 0);
        return maskReason(map, query, key, trace.info());
    };
    CHECK(reason({}, self, 0, 2) == QStringLiteral("it comes later (causal mask)"));
    Interventions edits;
    edits.list = {TokenHidden{StackKind::kEncoder, 1}, MaskEdit{patternOf(self), 2, 3, 0, 1},
                  MaskEdit{patternOf(cross), 0, -1, 2, -1}};
    CHECK(reason(edits, cross, 0, 1) == QStringLiteral("the token is hidden"));
    CHECK(reason(edits, cross, 2, 2) == QStringLiteral("the cell was painted"));
    CHECK(reason(edits, self, 2, 0) == QStringLiteral("the cell was painted"));
    CHECK(reason(edits, self, 0, 1) == QStringLiteral("it comes later (causal mask)"));
    edits.list = {MaskShape{patternOf(self), MaskForm::kWindow, 2, {}}};
    CHECK(reason(edits, self, 2, 0) == QStringLiteral("the mask’s rule leaves it out"));

    const Trace plain = test::runTiny(model, {{{4, 8, 2}, {5, 9, 14}}}).front();
    const AttentionMap map = plain.attention(self);
    RowQuestion question{0, 2};
    question.whyMasked = maskReason(map, 0, 2, plain.info());
    CHECK(sentenceOf(map, question)
              .endsWith(QStringLiteral("it is masked, since it comes later (causal mask).")));
}
