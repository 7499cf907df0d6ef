#pragma once

#include "ui/state/commands.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QEvent>
#include <QFontMetrics>
#include <QMargins>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QToolButton>
#include <QWidget>

#include <functional>
#include <initializer_list>
#include <utility>

class QAbstractItemModel;
class QComboBox;
class QLabel;
class QListWidget;
class QMenu;
class QObject;
class QScrollArea;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace headlight {

/// A column for the contents of `parent`; null = for another layout. spacing: -1 = the style's.
QVBoxLayout* makeColumn(QWidget* parent, const QMargins& margins = {}, int spacing = -1);

/// The same as a row.
QHBoxLayout* makeRow(QWidget* parent, const QMargins& margins = {}, int spacing = -1);

/// A column beside a line at the left edge of `parent`, with this space around and inside it.
QVBoxLayout* makeEdgedColumn(QWidget* parent, int space);

/// A label whose text may contain tokens: "<s>" is no markup.
QLabel* makePlainLabel();
/// The same in as many lines as the text needs.
QLabel* makeWrappedLabel(const QString& text = {});
/// The same, fainter than the fields that it is about.
QLabel* makeNote(const QString& text);

/// Gives a label or a button this text; without one it is hidden.
void setOrHide(auto& part, const QString& text)
{
    part.setText(text);
    part.setVisible(!text.isEmpty());
}

/// Says what a field is for, also while it is empty.
void setPurpose(auto& field, const QString& words)
{
    field.setAccessibleName(words);
    field.setPlaceholderText(words);
}

/// Gives a widget its name for tests, its name for screen readers and its tooltip, and returns it.
template <typename Widget>
Widget* named(Widget* widget, const char* object, const QString& name, const QString& toolTip)
{
    widget->setObjectName(QLatin1String(object));
    widget->setAccessibleName(name);
    widget->setToolTip(toolTip);
    return widget;
}

/// The text as a tooltip: Qt would take tokens such as "<s>" for markup.
QString plainTip(const QString& text);

/// Lets the content scroll where there is too little room for it. The content takes the keys.
QScrollArea* makeScrolling(QWidget* content, Qt::ScrollBarPolicy across = Qt::ScrollBarAsNeeded);

/// Parts that share the room by their weights and that no dragging hides.
QSplitter* makeSplitter(Qt::Orientation orientation,
                        std::initializer_list<std::pair<QWidget*, int>> weightedParts);

/// For a table that is read row by row: only rows are selected, one at a time, and Tab leaves the table.
void showAsRows(QTableView& table);

/// A table with a name for screen readers, of which one cell is selected; `around`: as for keepRowHeight().
QTableView* makeTable(QAbstractItemModel& model, const QString& name, int around);

/// A list of texts that may be longer than a line. `lines`: its height; 0 = as much as there is room for.
QListWidget* makeList(const QString& name, int lines = 0);

/// Gives the entries of a list these texts. Those that stay keep their pictures, and the list its position.
void setTexts(QListWidget& list, const QStringList& texts);

/// Keeps the table's rows as high as its letters and `around`, also when the letters grow.
void keepRowHeight(QTableView& table, int around);

/// A button whose frame appears under the mouse. `name`: for screen readers, if the text is not enough.
QToolButton* makeFlatButton(const QString& text, const QString& toolTip, const QString& name = {});

/// Calls `act`, as long as the context lives, when `watched` is about to handle an event of these types.
/// After a resize its layout has already been activated; its font and palette are the new ones.
void onEvent(QObject& watched, std::initializer_list<QEvent::Type> types, QObject& context,
             std::function<void()> act);

/// A menu that a click on the button opens.
QMenu* addMenu(QToolButton& button);

/// A choice with a name for screen readers. `letters`: its width; 0 = as wide as the widest entry.
QComboBox* makeChoice(const QString& name, const QStringList& entries = {}, int letters = 0);

/// Shows all of them, or none.
void setShown(std::initializer_list<QWidget*> widgets, bool shown);

/// Shows a page of a stack. The others take no room: a stack is otherwise as large as its largest page.
void showPage(QStackedWidget& stack, int page);

/// Flat buttons of which one is down: one for each value of an enumeration.
template <typename Value>
class ModeButtons : public QButtonGroup
{
public:
    using QButtonGroup::QButtonGroup;

    QToolButton* add(const QString& text, const QString& toolTip, Value value)
    {
        QToolButton* const button = makeFlatButton(text, toolTip);
        button->setCheckable(true);
        addButton(button, static_cast<int>(value));
        return button;
    }
    /// None is down for a value without a button.
    void setValue(Value value)
    {
        setExclusive(false);
        for (QAbstractButton* const each : buttons())
            each->setChecked(id(each) == static_cast<int>(value));
        setExclusive(true);
    }

    /// Calls `take` with the value that the user chooses.
    void whenChosen(const QObject* context, auto take)
    {
        QObject::connect(this, &QButtonGroup::idClicked, context,
                         [take](int id) { take(static_cast<Value>(id)); });
    }
};

/// The font in bold letters, and in letters `factor` times as large.
QFont boldFont(QFont font);
QFont scaledFont(QFont font, double factor);

/// Room for so many lines of so many average letters in the widget's font.
inline QSize roomForText(const QWidget& widget, int letters, int lines)
{
    const QFontMetrics metrics = widget.fontMetrics();
    return {letters * metrics.averageCharWidth(), lines * metrics.height()};
}

} // namespace headlight
