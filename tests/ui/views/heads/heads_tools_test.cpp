#include "ui/views/heads/heads_tools.h"

#include "tests/support/catch.h"

#include <QCoreApplication>
#include <QLineEdit>

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
