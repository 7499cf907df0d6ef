#include "ui/widgets/option_editor.h"

#include "ui/state/translation.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpressionValidator>
#include <QSpinBox>

#include <cmath>

namespace headlight {

namespace {

/// Shows a number with as many decimals as it has.
class NumberBox : public QDoubleSpinBox
{
public:
    NumberBox() { setDecimals(9); }
    QString textFromValue(double value) const override
    {
        constexpr double kShort = 1e7; // longer numbers would make the box wide
        QString text = std::abs(value) < kShort
            ? locale().toString(value, 'f', QLocale::FloatingPointShortest)
            : locale().toString(value, 'g');
        return text.remove(locale().groupSeparator());
    }
};

/// The lower end of the box's range may stand for "off".
template <typename Box, typename Number>
QWidget* makeBox(const OptionEntry& entry, const std::function<void()>& edited, void (Box::*changed)(Number))
{
    auto* box = new std::conditional_t<std::is_same_v<Number, double>, NumberBox, QSpinBox>;
    box->setRange(static_cast<Number>(entry.form.offText != nullptr ? entry.form.off : entry.bounds.least),
                  static_cast<Number>(entry.bounds.most));
    box->setSingleStep(static_cast<Number>(entry.form.step));
    box->setKeyboardTracking(false);
    if (entry.form.offText != nullptr)
        box->setSpecialValueText(tr(entry.form.offText));
    QObject::connect(box, changed, box, [edited] { edited(); });
    return box;
}

QWidget* makeList(const OptionEntry& entry, const Choice& choice, const std::function<void()>& edited)
{
    auto* list = new QComboBox;
    for (std::size_t i = 0; i < choice.words.size(); ++i)
        list->addItem(tr(entry.form.choices.at(i)));
    QObject::connect(list, &QComboBox::currentIndexChanged, list, [edited] { edited(); });
    return list;
}

QWidget* makeLine(const std::function<void()>& edited)
{
    auto* line = new QLineEdit;
    static const QRegularExpression digits(QStringLiteral("\\d{1,20}"));
    line->setValidator(new QRegularExpressionValidator(digits, line));
    QObject::connect(line, &QLineEdit::textEdited, line, [edited] { edited(); });
    return line;
}

} // namespace

QWidget* makeOptionEditor(const OptionEntry& entry, const std::function<void()>& edited)
{
    const auto* const choice = std::get_if<Choice>(&entry.value);
    QWidget* const editor = choice != nullptr                 ? makeList(entry, *choice, edited)
        : std::holds_alternative<std::uint64_t*>(entry.value) ? makeLine(edited)
        : entry.placeholder() == "F" ? makeBox(entry, edited, &QDoubleSpinBox::valueChanged)
                                     : makeBox(entry, edited, &QSpinBox::valueChanged);
    editor->setObjectName(QLatin1String(entry.name));
    return editor;
}

void showOption(QWidget& editor, const OptionEntry& entry)
{
    const QString text = QString::fromStdString(entry.text());
    if (auto* const list = qobject_cast<QComboBox*>(&editor))
        list->setCurrentIndex(static_cast<int>(std::get<Choice>(entry.value).place()));
    else if (auto* const whole = qobject_cast<QSpinBox*>(&editor))
        whole->setValue(text.isEmpty() ? static_cast<int>(entry.form.off) : text.toInt());
    else if (auto* const number = qobject_cast<QDoubleSpinBox*>(&editor))
        number->setValue(text.isEmpty() ? entry.form.off : text.toDouble());
    else if (auto* const line = qobject_cast<QLineEdit*>(&editor)) {
        bool isNumber = false;
        const bool same = line->text().toULongLong(&isNumber) == text.toULongLong() && isNumber;
        const bool cleared = line->isModified() && line->text().isEmpty();
        if (!same && !cleared) // neither 007 nor an empty field changes while it is edited
            line->setText(text);
    }
}

void takeOption(const QWidget& editor, const OptionEntry& entry)
{
    if (const auto* const list = qobject_cast<const QComboBox*>(&editor))
        return std::get<Choice>(entry.value).choose(static_cast<std::size_t>(list->currentIndex()));
    const auto* const line = qobject_cast<const QLineEdit*>(&editor);
    const auto* const whole = qobject_cast<const QSpinBox*>(&editor);
    const auto* const box = qobject_cast<const QDoubleSpinBox*>(&editor);
    const double number = whole != nullptr ? whole->value() : box != nullptr ? box->value() : 0;
    if (line == nullptr && number == entry.form.off && entry.unset())
        return;
    const QString text = line == nullptr ? QString::number(number, 'g', QLocale::FloatingPointShortest)
        : line->text().isEmpty()         ? QStringLiteral("0")
                                         : line->text();
    (void)entry.take(text.toStdString());
}

} // namespace headlight
