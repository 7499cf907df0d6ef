#include "ui/views/whatif/edit_form.h"

#include "core/base/text_list.h"
#include "core/edit/edit_fields.h"
#include "ui/widgets/layouts.h"
#include "ui/words/edit_text.h"
#include "ui/words/edit_words.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

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

/// Visits the fields of an edit and adds a form row for each. The widgets write into the edit, which must
/// outlive them, and call `changed` after every change.
class FieldRows
{
    Q_DECLARE_TR_FUNCTIONS(FieldRows)
public:
    /// `edit` has the fields to visit; `head` is offered for its addresses.
    FieldRows(QFormLayout& form, const Intervention& edit, const HeadRef& head, std::function<void()> changed)
        : m_form(form)
        , m_edit(edit)
        , m_head(head)
        , m_changed(std::move(changed))
    { }

    void operator()(const HeadsField&, HeadPattern& where)
    {
        auto* box = new QComboBox;
        box->setEditable(true);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(12);
        for (const EditScope scope :
             {EditScope::kHead, EditScope::kLayer, EditScope::kKind, EditScope::kAll}) {
            box->addItem(QString::fromStdString(toString(scopeOf(m_head, scope))));
            box->setItemData(box->count() - 1, scopeName(scope), Qt::ToolTipRole);
        }
        box->setEditText(QString::fromStdString(toString(where)));
        nameField(box, tr("Heads"),
                  tr("STACK.LAYER.KIND.HEAD, each a number from 0, a range 2-5 or *: encoder.0.self.3, "
                     "decoder.*.cross.*"));
        const auto take = takes(*box->lineEdit(), where, parseHeadPattern);
        QObject::connect(box, &QComboBox::activated, box, take);
        QObject::connect(box->lineEdit(), &QLineEdit::editingFinished, box, take);
        m_form.addRow(tr("&Heads"), box);
    }

    void operator()(const ExpertsField&, ExpertPattern& where)
    {
        auto* line = new QLineEdit(QString::fromStdString(toString(where)));
        nameField(
            line, tr("Experts"),
            tr("STACK.LAYER.expert.EXPERT, each a number from 0, a range 2-5 or *: decoder.3.expert.0"));
        QObject::connect(line, &QLineEdit::editingFinished, line, takes(*line, where, parseExpertPattern));
        m_form.addRow(tr("&Experts"), line);
    }

    void operator()(const ReferenceField&, ReferenceInput& reference)
    {
        auto* line = new QLineEdit;
        line->setReadOnly(!reference.ids.empty());
        QString text
            = QString::fromStdString(reference.ids.empty() ? reference.text : joined(reference.ids, ","));
        line->setText(text.replace(QLatin1Char('\n'), QStringLiteral(" | ")));
        line->setPlaceholderText(tr("this input without edits"));
        nameField(
            line, tr("From another sentence"),
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

    void operator()(const StackField&, StackKind& stack)
    {
        addChoice(tr("&Stack"), {tr("encoder"), tr("decoder")}, static_cast<int>(stack), writes(stack));
    }

    void operator()(const FlagField& field, bool& value)
    {
        addChoice(field.name, value ? 1 : 0, writes(value));
    }

    void operator()(const TokenField&, Index& token) { operator()(WholeField{"token", 0}, token); }

    void operator()(const WholeField& field, Index& value)
    {
        const FieldWords words = fieldWords(m_edit, field.name);
        const QSpinBox* box = addSpinBox(words.label, words.tip, value, {field.least, kMostPositions});
        QObject::connect(box, &QSpinBox::valueChanged, box, writes(value));
    }

    void operator()(const NumberField& field, float& value)
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
        QObject::connect(slider, &QSlider::valueChanged, box,
                         [box](int next) { box->setValue(next / 100.0); });
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
        addRow(words.label, row, box);
    }

    void operator()(const SpanField& field, Index& begin, Index& end)
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
        addRow(label, pair, first);
    }

    void operator()(const SizeField&, Index& size, std::vector<Index>& starts)
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

    void operator()(const RowsField&, Index& from, Index& to)
    {
        QSpinBox* source
            = addSpinBox(tr("From &position"), tr("The position in the other sentence, counted from 0."),
                         from, {-1, kMostPositions});
        QSpinBox* target = addSpinBox(
            tr("T&o position"), tr("The position in this sentence that is overwritten, counted from 0."), to,
            {-1, kMostPositions});
        // Either both are positions, or both mean every position.
        const auto pair
            = [changed = m_changed](QSpinBox* box, Index& value, QSpinBox* otherBox, Index& other) {
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

    template <typename Enum>
    void operator()(const TypeField&, Enum& value)
    {
        addChoice("type", static_cast<int>(value), writes(value));
    }
    template <typename Enum>
    void operator()(const ChoiceField<Enum>& field, Enum& value)
    {
        const auto found = std::ranges::find(field.all, value);
        const auto current = found == field.all.end() ? -1 : static_cast<int>(found - field.all.begin());
        addChoice(field.name, current, [&value, all = field.all, changed = m_changed](int next) {
            value = all[static_cast<std::size_t>(next)];
            changed();
        });
    }

private:
    /// Takes an address that is typed; another text gives way to the former one.
    template <typename Pattern>
    std::function<void()> takes(QLineEdit& line, Pattern& where, auto parse) const
    {
        return [&line, &where, parse, changed = m_changed] {
            const auto given = parse(line.text().trimmed().toStdString());
            if (!given)
                line.setText(QString::fromStdString(toString(where)));
            else if (assign(where, *given))
                changed();
        };
    }

    /// Takes the number of a choice or of a box.
    template <typename Value>
    std::function<void(int)> writes(Value& value) const
    {
        return [&value, changed = m_changed](int next) {
            value = static_cast<Value>(next);
            changed();
        };
    }

    QSpinBox* addSpinBox(const QString& label, const QString& tip, Index value, std::pair<Index, Index> range)
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

    // A form gives the label of a single field its buddy, that of several fields none: it would show its “&”.
    void addRow(const QString& label, QLayout* fields, QWidget* first)
    {
        auto* const name = new QLabel(label);
        name->setBuddy(first);
        m_form.addRow(name, fields);
    }

    QComboBox* addChoice(const QString& label, const QStringList& choices, int current,
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

    void addChoice(std::string_view field, int current, const std::function<void(int)>& take)
    {
        const FieldWords words = fieldWords(m_edit, field);
        addChoice(words.label, words.choices, current, take)->setToolTip(words.tip);
    }

    QFormLayout& m_form;
    const Intervention& m_edit;
    HeadRef m_head;
    std::function<void()> m_changed;
};

} // namespace

EditForm::EditForm()
{
    setProperty("advice", true); // paper does without it
    makeColumn(this);
    build();
}

void EditForm::showEdit(const std::optional<Intervention>& edit)
{
    if (edit == m_edit)
        return;
    delete m_page; // its widgets write into the edit
    m_edit = edit;
    build();
}

void EditForm::build()
{
    m_page = new QWidget;
    m_about = nullptr;
    layout()->addWidget(m_page);
    auto* form = new QFormLayout(m_page);
    form->setContentsMargins(0, 4, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    if (!m_edit)
        return;
    m_about = makeWrappedLabel(editExplanation(*m_edit));
    m_about->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(m_about);
    FieldRows rows(*form, *m_edit, m_head, [this] {
        m_about->setText(editExplanation(*m_edit)); // its meaning may depend on the values
        emit changed(*m_edit);
    });
    std::visit([&rows](auto& edit) { visitFields(rows, edit); }, *m_edit);
}

} // namespace headlight
