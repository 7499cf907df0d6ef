#include "ui/views/whatif/field_rows.h"

#include "ui/words/edit_words.h"
#include "ui/words/what_if_edit.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace headlight {

namespace {

constexpr int kMostPositions = 1 << 20;
constexpr double kLargestNumber = 100;

void nameField(QWidget* widget, const QString& label, const QString& tip)
{
    QString plain = label;
    widget->setAccessibleName(plain.remove(QLatin1Char('&')));
    widget->setToolTip(tip);
}

/// Assigns a value and returns whether that changed anything.
template <typename T>
bool assign(T& value, T next)
{
    if (value == next)
        return false;
    value = std::move(next);
    return true;
}

QString idsText(const ReferenceInput& reference)
{
    QStringList ids;
    for (const TokenId id : reference.ids)
        ids << QString::number(id);
    return ids.join(QLatin1Char(','));
}

} // namespace

FieldRows::FieldRows(QFormLayout& form, const Intervention& edit, const HeadRef& head,
                     std::function<void()> changed)
    : m_form(form)
    , m_edit(edit)
    , m_head(head)
    , m_changed(std::move(changed))
{ }

void FieldRows::operator()(const HeadsField&, HeadPattern& where)
{
    auto* box = new QComboBox;
    box->setEditable(true);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(12);
    for (const EditScope scope : {EditScope::kHead, EditScope::kLayer, EditScope::kKind, EditScope::kAll}) {
        box->addItem(QString::fromStdString(toString(scopeOf(m_head, scope))));
        box->setItemData(box->count() - 1, scopeName(scope), Qt::ToolTipRole);
    }
    box->setEditText(QString::fromStdString(toString(where)));
    nameField(box, tr("Heads"),
              tr("STACK.LAYER.KIND.HEAD, each a number from 0, a range 2-5 or *: encoder.0.self.3, "
                 "decoder.*.cross.*"));
    const auto take = [box, &where, changed = m_changed] {
        const auto given = parseHeadPattern(box->currentText().trimmed().toStdString());
        if (!given)
            box->setEditText(QString::fromStdString(toString(where)));
        else if (assign(where, *given))
            changed();
    };
    QObject::connect(box, &QComboBox::activated, box, take);
    QObject::connect(box->lineEdit(), &QLineEdit::editingFinished, box, take);
    m_form.addRow(tr("&Heads"), box);
}

void FieldRows::operator()(const ExpertsField&, ExpertPattern& where)
{
    auto* line = new QLineEdit(QString::fromStdString(toString(where)));
    nameField(line, tr("Experts"),
              tr("STACK.LAYER.expert.EXPERT, each a number from 0, a range 2-5 or *: decoder.3.expert.0"));
    QObject::connect(line, &QLineEdit::editingFinished, line, [line, &where, changed = m_changed] {
        const auto given = parseExpertPattern(line->text().trimmed().toStdString());
        if (!given)
            line->setText(QString::fromStdString(toString(where)));
        else if (assign(where, *given))
            changed();
    });
    m_form.addRow(tr("&Experts"), line);
}

void FieldRows::operator()(const ReferenceField&, ReferenceInput& reference)
{
    auto* line = new QLineEdit;
    line->setReadOnly(!reference.ids.empty());
    QString text = line->isReadOnly() ? idsText(reference) : QString::fromStdString(reference.text);
    line->setText(text.replace(QLatin1Char('\n'), QStringLiteral(" | ")));
    line->setPlaceholderText(tr("this input without edits"));
    nameField(line, tr("From another sentence"),
              tr("Takes the activations of the unedited model on this sentence. Leave empty for the sentence "
                 "above. Separate several sentences with “|”."));
    QObject::connect(line, &QLineEdit::editingFinished, line, [line, &reference, changed = m_changed] {
        if (line->isReadOnly())
            return;
        QStringList lines = line->text().split(QLatin1Char('|'), Qt::SkipEmptyParts);
        for (QString& each : lines)
            each = each.trimmed();
        const std::string next = lines.join(QLatin1Char('\n')).toStdString();
        if (reference.text == next)
            return;
        reference = {next, {}, std::nullopt, {}};
        changed();
    });
    m_form.addRow(tr("&From"), line);
}

QSpinBox* FieldRows::addSpinBox(const QString& label, const QString& tip, Index value,
                                std::pair<Index, Index> range)
{
    auto* box = new QSpinBox;
    const auto within = [](Index number) {
        return static_cast<int>(std::clamp<Index>(number, -kMostPositions, kMostPositions));
    };
    box->setRange(within(range.first), within(range.second));
    box->setValue(within(value));
    nameField(box, label, tip);
    m_form.addRow(label, box);
    return box;
}

QComboBox* FieldRows::addChoice(const QString& label, const QStringList& choices, int current,
                                const std::function<void(int)>& take)
{
    auto* box = new QComboBox;
    box->addItems(choices);
    box->setCurrentIndex(current);
    nameField(box, label, {});
    QObject::connect(box, &QComboBox::activated, box, [take, shown = current](int next) mutable {
        if (std::exchange(shown, next) != next)
            take(next);
    });
    m_form.addRow(label, box);
    return box;
}

void FieldRows::addChoice(std::string_view field, int current, const std::function<void(int)>& take)
{
    const FieldWords words = fieldWords(m_edit, field);
    addChoice(words.label, words.choices, current, take)->setToolTip(words.tip);
}

void FieldRows::operator()(const StackField&, StackKind& stack)
{
    addChoice(tr("&Stack"), {tr("encoder"), tr("decoder")}, static_cast<int>(stack),
              [&stack, changed = m_changed](int next) {
                  stack = static_cast<StackKind>(next);
                  changed();
              });
}

void FieldRows::operator()(const FlagField& field, bool& value)
{
    addChoice(field.name, value ? 1 : 0, [&value, changed = m_changed](int next) {
        value = next == 1;
        changed();
    });
}

void FieldRows::operator()(const TokenField&, Index& token)
{
    const FieldWords words = fieldWords(m_edit, "token");
    const QSpinBox* box = addSpinBox(words.label, words.tip, token, {0, kMostPositions});
    QObject::connect(box, &QSpinBox::valueChanged, box, [&token, changed = m_changed](int next) {
        token = next;
        changed();
    });
}

void FieldRows::operator()(const WholeField& field, Index& value)
{
    const FieldWords words = fieldWords(m_edit, field.name);
    const QSpinBox* box = addSpinBox(words.label, words.tip, value, {field.least, kMostPositions});
    QObject::connect(box, &QSpinBox::valueChanged, box, [&value, changed = m_changed](int next) {
        value = next;
        changed();
    });
}

void FieldRows::operator()(const NumberField& field, float& value)
{
    const FieldWords words = fieldWords(m_edit, field.name);
    auto* slider = new QSlider(Qt::Horizontal);
    auto* box = new QDoubleSpinBox;
    slider->setRange(static_cast<int>(std::lround(field.low * 100)),
                     static_cast<int>(std::lround(field.high * 100)));
    slider->setPageStep(25);
    slider->setTickInterval(100);
    slider->setTickPosition(QSlider::TicksBelow);
    box->setRange(-kLargestNumber, kLargestNumber);
    box->setSingleStep(0.05);
    box->setValue(static_cast<double>(value));
    slider->setValue(static_cast<int>(std::lround(box->value() * 100)));
    nameField(slider, words.label, words.tip);
    nameField(box, words.label, words.tip);
    QObject::connect(slider, &QSlider::valueChanged, box, [box](int next) { box->setValue(next / 100.0); });
    QObject::connect(box, &QDoubleSpinBox::valueChanged, slider,
                     [slider, &value, changed = m_changed](double next) {
                         const QSignalBlocker quiet(slider);
                         slider->setValue(static_cast<int>(std::lround(next * 100)));
                         if (assign(value, static_cast<float>(next)))
                             changed();
                     });
    auto* row = new QHBoxLayout;
    row->addWidget(slider, 1);
    row->addWidget(box);
    m_form.addRow(words.label, row);
}

void FieldRows::operator()(const SpanField& field, Index& begin, Index& end)
{
    const QString label = fieldWords(m_edit, field.name).label;
    auto* first = new QSpinBox;
    auto* last = new QSpinBox;
    first->setRange(0, kMostPositions);
    last->setRange(-1, kMostPositions);
    last->setSpecialValueText(tr("the end"));
    first->setValue(static_cast<int>(begin));
    last->setValue(end < 0 ? -1 : static_cast<int>(end - 1));
    nameField(first, tr("%1: first position").arg(label), tr("The first position, counted from 0."));
    nameField(last, tr("%1: last position").arg(label), tr("The last position, or all to the end."));
    const auto take = [first, last, &begin, &end, changed = m_changed] {
        const bool moved = assign<Index>(begin, first->value());
        const Index stop = last->value() < 0 ? -1 : std::max(last->value(), first->value()) + 1;
        if (assign(end, stop) || moved)
            changed();
    };
    QObject::connect(first, &QSpinBox::valueChanged, first, take);
    QObject::connect(last, &QSpinBox::valueChanged, last, take);
    auto* pair = new QHBoxLayout;
    pair->addWidget(first);
    pair->addWidget(new QLabel(tr("to")));
    pair->addWidget(last);
    pair->addStretch(1);
    m_form.addRow(label, pair);
}

void FieldRows::operator()(const SizeField&, Index& size, std::vector<Index>& starts)
{
    QSpinBox* box = addSpinBox(tr("Si&ze"),
                               tr("Window: masks keys at this distance or farther. Blocks: length of a "
                                  "block. Prefix: number of initial tokens."),
                               size, {1, kMostPositions});
    box->setSuffix(tr(" tokens"));
    QObject::connect(box, &QSpinBox::valueChanged, box, [&size, &starts, changed = m_changed](int next) {
        size = next;
        starts.clear();
        changed();
    });
}

void FieldRows::operator()(const RowsField&, Index& from, Index& to)
{
    QSpinBox* source
        = addSpinBox(tr("From &position"), tr("The position in the other sentence, counted from 0."), from,
                     {-1, kMostPositions});
    QSpinBox* target = addSpinBox(tr("T&o position"),
                                  tr("The position in this sentence that is overwritten, counted from 0."),
                                  to, {-1, kMostPositions});
    // Either both are positions, or both mean every position.
    const auto pair = [changed = m_changed](QSpinBox* box, Index& value, QSpinBox* otherBox, Index& other) {
        box->setSpecialValueText(tr("every position"));
        QObject::connect(box, &QSpinBox::valueChanged, otherBox,
                         [&value, otherBox, &other, changed](int next) {
                             value = next;
                             other = next < 0 ? -1 : std::max<Index>(other, 0);
                             const QSignalBlocker quiet(otherBox);
                             otherBox->setValue(static_cast<int>(other));
                             changed();
                         });
    };
    pair(source, from, target, to);
    pair(target, to, source, from);
}

} // namespace headlight
