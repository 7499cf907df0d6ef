#include "ui/widgets/candidate_table.h"

#include "tests/support/catch.h"

#include <QCoreApplication>
#include <QImage>
#include <QPixmap>

#include <vector>

using namespace headlight;

namespace {

/// A table of these tokens, as wide as so many letters.
struct Bench
{
    CandidatesModel model;
    CandidateTable table{&model};

    Bench(const QStringList& tokens, int letters)
    {
        std::vector<CandidateRow> rows;
        for (const QString& token : tokens) {
            const auto rank = static_cast<int>(rows.size());
            rows.push_back({rank, rank, token, 0.01F, false, false});
        }
        table.resize(letters * table.fontMetrics().averageCharWidth(), 300);
        table.show();
        model.setRows(std::move(rows));
        QCoreApplication::processEvents();
    }
    int tokenWidth() const { return table.columnWidth(CandidatesModel::kTokenColumn); }
    QImage token(int row)
    {
        const QRect cell = table.visualRect(model.index(row, CandidatesModel::kTokenColumn));
        return table.viewport()->grab(cell).toImage();
    }
};

} // namespace

TEST_CASE("candidate table: bars give way before a token is cut", "[widgets]")
{
    const QString longest = QStringLiteral("chantaient");
    Bench bench({longest, QStringLiteral("a")}, 34);
    CHECK(bench.tokenWidth() >= bench.table.fontMetrics().horizontalAdvance(longest) + 16);
    // Without a long token the bars have half of the room.
    Bench shorter({QStringLiteral("b"), QStringLiteral("a")}, 34);
    CHECK(shorter.tokenWidth() < bench.tokenWidth());
}

TEST_CASE("candidate table: tokens that are cut stay different", "[widgets]")
{
    // The middle, which is cut first, is where these two differ.
    Bench bench(
        {QStringLiteral("abcdefgxxxxhijklmnopqrstuvw"), QStringLiteral("abcdefgyyyyhijklmnopqrstuvw")}, 34);
    REQUIRE(bench.tokenWidth() < bench.table.fontMetrics().horizontalAdvance(bench.model.rows()[0].text));
    CHECK(bench.token(0) != bench.token(1));
}
