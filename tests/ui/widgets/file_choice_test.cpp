#include "ui/widgets/file_choice.h"

#include "tests/support/catch.h"

#include <QApplication>
#include <QFileDialog>
#include <QTimer>

using namespace headlight;

namespace {

/// The filters of the dialog that asks for a file.
QStringList filtersOf(FileChoice& choice)
{
    QStringList filters;
    QTimer::singleShot(50, &choice, [&filters] {
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        REQUIRE(dialog != nullptr);
        filters = dialog->nameFilters();
        dialog->reject();
    });
    emit choice.activated(choice.count() - 1);
    return filters;
}

} // namespace

TEST_CASE("file choice: the dialog offers pairs only where they are taken", "[widgets]")
{
    FileChoice sentences(QStringLiteral("Sentences"), {QStringLiteral("the text")},
                         FileChoice::Takes::kSentences);
    CHECK(filtersOf(sentences).value(0).contains(QLatin1String("(*.txt)")));
    FileChoice both(QStringLiteral("Inputs"), {QStringLiteral("the text")},
                    FileChoice::Takes::kSentencesOrPairs);
    CHECK(filtersOf(both).value(0).contains(QLatin1String("(*.txt *.jsonl)")));
    CHECK(both.file().isEmpty());
}
