#include "ui/views/heads/heads_tools.h"

#include "tests/support/catch.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QToolButton>

using namespace headlight;

TEST_CASE("heads tools: the filter's hint is never cut", "[views][heads]")
{
    HeadsTools tools;
    tools.show();
    QStringList hints;
    for (const int letters : {14, 22, 30, 44, 90}) {
        tools.resize(letters * tools.fontMetrics().averageCharWidth(), tools.sizeHint().height());
        QCoreApplication::processEvents();
        const QString hint = tools.filter().placeholderText();
        INFO(letters << " letters: " << hint.toStdString());
        if (!hints.contains(hint))
            hints << hint;
        if (letters > 14) // a strip has no room even for the word
            CHECK(tools.fontMetrics().horizontalAdvance(hint) <= tools.filter().width() - 12);
    }
    CHECK(hints.size() == 2); // the word, and the examples where they fit
}

TEST_CASE("heads tools: the grid and the table are a choice of two", "[views][heads]")
{
    HeadsTools tools;
    tools.resize(60 * tools.fontMetrics().averageCharWidth(), tools.sizeHint().height());
    tools.show();
    QCoreApplication::processEvents();
    CHECK(tools.squares().isChecked());
    CHECK_FALSE(tools.table().isChecked());
    CHECK(tools.squares().geometry().right() < tools.table().geometry().left());
    tools.table().click();
    CHECK(tools.table().isChecked());
    CHECK_FALSE(tools.squares().isChecked());
    tools.table().click(); // the current one stays
    CHECK(tools.table().isChecked());
    tools.squares().click();
    CHECK(tools.squares().isChecked());
    CHECK_FALSE(tools.table().isChecked());
}
