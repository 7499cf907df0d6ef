#include "ui/views/whatif/what_if_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/ui/views/whatif/what_if_bench.h"
#include "ui/views/whatif/change_panel.h"
#include "ui/views/whatif/edit_form.h"
#include "ui/views/whatif/experiment_form.h"
#include "ui/views/whatif/experiment_view.h"
#include "ui/words/edit_text.h"
#include "ui/words/edit_words.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QSlider>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <QUndoStack>

#include <algorithm>
#include <cmath>
#include <set>
#include <variant>

using namespace headlight;
using namespace headlight::testing;

namespace {

std::shared_ptr<const StepLogits> logitsFor(std::initializer_list<float> probabilities)
{
    auto logits = std::make_shared<StepLogits>();
    logits->raw.resize(static_cast<Index>(probabilities.size()));
    Index i = 0;
    for (const float p : probabilities)
        logits->raw[i++] = std::log(p);
    return logits;
}

/// Two steps; the edited run chooses another token in the second.
std::shared_ptr<const Snapshot> comparedSnapshot()
{
    auto plain = std::make_shared<Snapshot>();
    plain->trace = syntheticTrace({});
    plain->finished = true;
    plain->output = QStringLiteral("a b");
    for (int s = 0; s < 2; ++s) {
        DecodeStep step;
        step.token.id = s;
        step.trace = syntheticTrace({}, s + 1);
        step.logits = logitsFor({0.5F, 0.25F, 0.25F});
        plain->steps.push_back(step);
    }
    auto edited = std::make_shared<Snapshot>(*plain);
    edited->output = QStringLiteral("a c");
    edited->steps[1].token.id = 2;
    edited->steps[1].logits = logitsFor({0.25F, 0.25F, 0.5F});
    edited->unedited = plain;
    return edited;
}

} // namespace

TEST_CASE("what if: a trace shows the edits it was recorded with, and they cannot be changed", "[views]")
{
    ViewBench bench;
    WhatIfView view{bench.context};
    view.show();
    const auto publish = [&](const Interventions& edits) {
        Snapshot snapshot = *syntheticSnapshot();
        auto info = std::make_shared<TraceInfo>(snapshot.trace.info());
        info->editsJson = toJson(edits);
        snapshot.trace = snapshot.trace.describedBy(info);
        bench.workspace.publish(std::make_shared<const Snapshot>(snapshot));
        ViewBench::turn();
    };
    Interventions edits;
    edits.masks.decoderCausal = Toggle::kOff;
    edits.list = {HeadOff{where("encoder.0.self.1")}};
    publish(edits);
    EditsModel& model = *view.findChild<EditsModel*>();
    const auto lists = view.findChildren<QListView*>();
    const auto list = std::find_if(lists.begin(), lists.end(),
                                   [&](const QListView* each) { return each->model() == &model; });
    REQUIRE(list != lists.end());
    REQUIRE(model.rowCount() == 2);
    CHECK(model.index(0, 0).data().toString() == QStringLiteral("Decoder: causal mask off"));
    for (int row = 0; row < 2; ++row) {
        CHECK_FALSE(model.index(row, 0).data(Qt::CheckStateRole).isValid());
        CHECK_FALSE(model.flags(model.index(row, 0)).testFlag(Qt::ItemIsUserCheckable));
        CHECK_FALSE(model.setData(model.index(row, 0), Qt::Unchecked, Qt::CheckStateRole));
        (*list)->setCurrentIndex(model.index(row, 0));
        QTest::keyClick(*list, Qt::Key_Delete);
        CHECK(model.rowCount() == 2);
    }
    const auto says = [&](const char* words) {
        const auto labels = view.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() && label->text().contains(QString::fromLatin1(words));
        });
    };
    CHECK(says("This trace was recorded with these edits"));
    publish({});
    CHECK(model.rowCount() == 0);
    CHECK(says("This trace was recorded without edits"));
    bench.workspace.setModel(test::tinyModel());
    publish({});
    CHECK(says("No edits"));
}

TEST_CASE("what-if: edits are listed, switched, moved and removed, all undoable", "[views]")
{
    WhatIfBench bench;
    QAbstractItemModel* model = bench.view.list().model();
    CHECK(model->rowCount() == 0);
    bench.add(HeadOff{where("encoder.0.self.1")});
    bench.add(TokenHidden{StackKind::kEncoder, 2});
    REQUIRE(model->rowCount() == 2);
    CHECK(model->index(0, 0).data().toString()
          == QStringLiteral("Encoder self-attention · layer 0 · head 1: off"));
    CHECK(model->index(1, 0).data().toString() == QStringLiteral("“␣cat” (2) hidden from all tokens"));

    CHECK(model->setData(model->index(0, 0), Qt::Unchecked, Qt::CheckStateRole));
    CHECK_FALSE(isEnabled(bench.edits()[0]));
    CHECK(model->index(0, 0).data(Qt::CheckStateRole).toInt() == Qt::Unchecked);
    bench.workspace.undoStack().undo();
    CHECK(isEnabled(bench.edits()[0]));

    bench.select(1);
    bench.button(QStringLiteral("↑"))->click();
    CHECK(std::holds_alternative<TokenHidden>(bench.edits()[0]));
    CHECK(bench.view.list().currentIndex().row() == 0);
    CHECK_FALSE(bench.button(QStringLiteral("↑"))->isEnabled());
    bench.button(QStringLiteral("Remove"))->click();
    REQUIRE(bench.edits().size() == 1);
    CHECK(std::holds_alternative<HeadOff>(bench.edits()[0]));
    bench.workspace.undoStack().undo();
    CHECK(bench.edits().size() == 2);
}

TEST_CASE("what-if: the list of edits is as high as its rows", "[views]")
{
    WhatIfBench bench;
    bench.view.resize(360, 900);
    bench.view.show();
    bench.add(HeadOff{where("encoder.0.self.1")});
    ViewBench::turn();
    CHECK(bench.view.list().height() < 6 * bench.view.list().sizeHintForRow(0));
    for (int i = 0; i < 6; ++i)
        bench.add(TokenHidden{StackKind::kEncoder, i});
    CHECK(QTest::qWaitFor(
        [&] { return bench.view.list().height() >= 7 * bench.view.list().sizeHintForRow(0); }));
}

TEST_CASE("what-if: settings of the pass stand in the list and can be unchecked", "[views]")
{
    WhatIfBench bench;
    Document next = bench.workspace.document();
    next.interventions.masks.decoderCausal = Toggle::kOff;
    next.interventions.masks.padding = false;
    bench.workspace.apply(next, QStringLiteral("Masks"));
    bench.add(HeadOff{where("encoder.0.self.1")});
    QAbstractItemModel* model = bench.view.list().model();
    REQUIRE(model->rowCount() == 3);
    CHECK(model->index(0, 0).data().toString() == QStringLiteral("Decoder: causal mask off"));
    CHECK(model->setData(model->index(0, 0), Qt::Unchecked, Qt::CheckStateRole));
    CHECK(bench.workspace.document().interventions.masks.decoderCausal == Toggle::kAuto);
    CHECK(model->rowCount() == 2);
}

TEST_CASE("what-if: values are edited in the form, a drag is one undo step", "[views]")
{
    WhatIfBench bench;
    bench.add(HeadScale{where("encoder.0.self.1"), 0.5F});
    bench.select(0);
    auto* slider = bench.view.findChild<QSlider*>();
    REQUIRE(slider != nullptr);
    CHECK(slider->value() == 50);
    const int before = bench.workspace.undoStack().count();
    for (const int value : {60, 80, 120})
        slider->setValue(value);
    CHECK(std::get<HeadScale>(bench.edits()[0]).factor == 1.2F);
    CHECK(bench.workspace.undoStack().count() == before + 1);
    CHECK(bench.view.findChild<QSlider*>() == slider); // not rebuilt during the drag
    bench.workspace.undoStack().undo();
    WhatIfBench::turn();
    CHECK(std::get<HeadScale>(bench.edits()[0]).factor == 0.5F);
    CHECK(bench.view.findChild<QSlider*>()->value() == 50);

    bench.add(MaskShape{where("encoder.*.self.*"), MaskForm::kWindow, 3, {}});
    bench.select(1);
    auto* size = bench.view.findChild<QSpinBox*>();
    REQUIRE(size != nullptr);
    CHECK(size->value() == 3);
    size->setValue(5);
    CHECK(std::get<MaskShape>(bench.edits()[1]).size == 5);

    // The sentence above the fields follows a change of the values.
    const auto said = [&] {
        QStringList texts;
        for (const QLabel* label : bench.view.findChild<EditForm*>()->findChildren<QLabel*>())
            texts << label->text();
        return texts;
    };
    CHECK(said().contains(editExplanation(bench.edits()[1])));
    QComboBox* form = nullptr;
    for (QComboBox* box : bench.view.findChild<EditForm*>()->findChildren<QComboBox*>())
        if (!box->isEditable())
            form = box;
    REQUIRE(form != nullptr);
    form->setFocus();
    QTest::keyClick(form, Qt::Key_Down);
    CHECK(std::get<MaskShape>(bench.edits()[1]).form == MaskForm::kBlocks);
    CHECK(said().contains(editExplanation(bench.edits()[1])));
}

TEST_CASE("what-if: the add menu offers edits of the head that is looked at", "[views]")
{
    WhatIfBench bench;
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kSelf, 3};
    bench.focus.setHead(head);
    emit bench.view.addMenu().aboutToShow();
    for (QAction* action : bench.view.addMenu().actions())
        if (action->text() == QStringLiteral("Head off"))
            action->trigger();
    REQUIRE(bench.edits().size() == 1);
    CHECK(bench.edits()[0] == Intervention(HeadOff{patternOf(head)}));
    CHECK(bench.view.list().currentIndex().row() == 0);
}

TEST_CASE("what-if: the menu offers every kind of edit, and each has a form that names its fields", "[views]")
{
    EditPlace place;
    place.head = {StackKind::kDecoder, 1, AttentionKind::kSelf, 3};
    place.experts = 4;
    place.adapter = true;
    std::set<std::size_t> kinds;
    for (const EditGroup group : kEditGroups)
        for (const NewEdit& offer : newEdits(group, place)) {
            kinds.insert(offer.edit.index());
            CHECK_FALSE(offer.text.isEmpty());
            EditForm form;
            form.showEdit(offer.edit);
            QList<QWidget*> fields;
            for (QComboBox* each : form.findChildren<QComboBox*>())
                fields << each;
            for (QAbstractSpinBox* each : form.findChildren<QAbstractSpinBox*>())
                fields << each;
            for (QLineEdit* each : form.findChildren<QLineEdit*>()) // excluding those inside other widgets
                if (qobject_cast<QComboBox*>(each->parentWidget()) == nullptr
                    && qobject_cast<QAbstractSpinBox*>(each->parentWidget()) == nullptr)
                    fields << each;
            CHECK(fields.isEmpty() == std::holds_alternative<AdapterOff>(offer.edit)); // has no fields
            for (const QWidget* field : fields)
                CHECK_FALSE(field->accessibleName().isEmpty());
            for (const QLabel* label : form.findChildren<QLabel*>())
                if (label->text().contains(QLatin1Char('&')))
                    CHECK(label->buddy() != nullptr); // without one the sign itself is shown
        }
    CHECK(kinds.size() == std::variant_size_v<Intervention>);
}

TEST_CASE("what-if: before and after are compared where the histories are the same", "[views]")
{
    const auto edited = comparedSnapshot();
    CHECK(comparedStep(*edited, *edited->unedited, -1).step == 1);
    CHECK(comparedStep(*edited, *edited->unedited, 0).step == 0);
    auto longer = std::make_shared<Snapshot>(*edited);
    longer->steps.push_back(longer->steps.back());
    const ComparedRow at = comparedStep(*longer, *edited->unedited, 2);
    CHECK(at.parted);
    CHECK(at.step == 1);
    CHECK_FALSE(comparedStep({}, *edited, 0).comparable());

    WhatIfBench bench;
    bench.add(HeadOff{where("encoder.0.self.1")});
    bench.workspace.publish(edited);
    WhatIfBench::turn();
    auto* panel = bench.view.findChild<ChangePanel*>();
    panel->refresh();
    const auto* table = panel->findChild<QTableWidget*>();
    REQUIRE(table->rowCount() == 2);
    CHECK(table->item(0, 0)->text() == QStringLiteral("0"));
    CHECK(table->item(0, 1)->text().startsWith(QStringLiteral("50")));
    CHECK(table->item(0, 2)->text().startsWith(QStringLiteral("25")));
    CHECK(table->item(1, 0)->text() == QStringLiteral("2"));
    CHECK(table->item(1, 2)->text().startsWith(QStringLiteral("50")));

    // If a model ends at once without output, the panel says so.
    auto silent = std::make_shared<Snapshot>(*edited);
    silent->output.clear();
    bench.workspace.publish(silent);
    WhatIfBench::turn();
    panel->refresh();
    QStringList said;
    for (const QLabel* label : panel->findChildren<QLabel*>())
        said << label->text();
    CHECK(said.contains(QStringLiteral("Before: a b\nAfter: (nothing)")));
}

TEST_CASE("what-if: all views can show the run without the edits", "[views]")
{
    WhatIfBench bench;
    bench.add(HeadOff{where("encoder.0.self.1")});
    const auto edited = comparedSnapshot();
    bench.workspace.publish(edited);
    bench.workspace.setVersion(RunVersion::kBefore);
    CHECK(bench.workspace.shownTrace().leaf() == edited->unedited->trace.leaf());
    bench.workspace.setStep(0);
    CHECK(bench.workspace.shownTrace().leaf() == edited->unedited->steps[0].trace.leaf());
    bench.workspace.undoStack().undo();
    CHECK_FALSE(bench.workspace.showsUnedited());
    CHECK(bench.workspace.shownTrace().leaf() == edited->steps[0].trace.leaf());
}

TEST_CASE("what-if: the words in the masks of an encoder-only model are compared", "[views]")
{
    WhatIfBench bench;
    bench.add(HeadOff{where("encoder.0.self.1")});
    const auto withWord = [](const QString& word, float probability) {
        auto snapshot = std::make_shared<Snapshot>();
        SyntheticOptions encoder;
        encoder.target = 0;
        snapshot->trace = syntheticTrace(encoder);
        snapshot->finished = true;
        MaskedToken masked;
        masked.row = 2;
        masked.choices.push_back({1, word, word, MaskedToken::Joint::kAsIs, probability});
        snapshot->masked.push_back(masked);
        return snapshot;
    };
    const auto edited = withWord(QStringLiteral("old"), 0.25F);
    edited->unedited = withWord(QStringLiteral("new"), 0.5F);
    bench.workspace.publish(edited);
    auto* panel = bench.view.findChild<ChangePanel*>();
    panel->refresh();
    const auto labels = panel->findChildren<QLabel*>();
    const bool said = std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text().contains(QStringLiteral("position 2: before “new” (50"))
            && label->text().contains(QStringLiteral("after “old” (25"));
    });
    CHECK(said);
    // An experiment measures the words in the masks, not the masks themselves.
    const ExperimentView experiment(bench.context);
    auto* const form = &experiment.form();
    form->adapt();
    const auto boxes = form->findChildren<QComboBox*>();
    CHECK(std::any_of(boxes.begin(), boxes.end(), [](const QComboBox* box) {
        return box->isVisibleTo(box->parentWidget())
            && box->findText(QStringLiteral("the masked words")) >= 0;
    }));
}

TEST_CASE("what-if: where both runs say the same, the effect is that of the step that changed most",
          "[views]")
{
    const auto step = [](TokenId token, float logProbability, RowVector logits) {
        DecodeStep made;
        made.token.id = token;
        made.logProbability = logProbability;
        auto kept = std::make_shared<StepLogits>();
        kept->raw = std::move(logits);
        made.logits = kept;
        return made;
    };
    const auto row = [](float a, float b, float c) {
        RowVector logits(3);
        logits << a, b, c;
        return logits;
    };
    Snapshot plain, edited;
    plain.steps = {step(2, -0.1F, row(0, 0, 5)), step(1, -0.1F, row(0, 5, 0)), step(0, -0.1F, row(5, 0, 0))};
    edited.steps = {step(2, -0.1F, row(0, 0, 5)), step(1, -0.4F, row(3, 5, 0)), step(0, -0.1F, row(5, 0, 0))};
    CHECK(comparedStep(edited, plain, -1).step == 1);
    CHECK(comparedStep(edited, plain, 2).step == 2); // the requested step is shown
    edited.steps[1].logits = nullptr; // without logits, uses the change of the token's probability
    CHECK(comparedStep(edited, plain, -1).step == 1);
}

TEST_CASE("what-if: an edit of an output token that has become another says so", "[views]")
{
    const auto model = test::tinyModel();
    const auto run = [&model](const test::Ids& target) {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->trace = test::runTiny(model, {{{5, 9}, target}}).front();
        snapshot->finished = true;
        return snapshot;
    };
    const auto plain = run({0, 7, 4});
    const auto edited = run({0, 8, 4});
    edited->unedited = plain;
    const Intervention hidden = TokenHidden{StackKind::kDecoder, 1};
    CHECK(otherTokenWords(hidden, edited->trace, plain->trace)
          == QStringLiteral("without edits token 1 is “7”, now “8”"));
    CHECK(otherTokenWords(TokenHidden{StackKind::kDecoder, 2}, edited->trace, plain->trace).isEmpty());
    CHECK(otherTokenWords(TokenHidden{StackKind::kEncoder, 1}, edited->trace, plain->trace).isEmpty());
    CHECK(otherTokenWords(hidden, edited->trace, {}).isEmpty());
    CHECK(
        otherTokenWords(hidden, run({0})->trace, plain->trace).contains(QStringLiteral("now there is none")));
    MaskEdit mask;
    mask.where = where("decoder.0.self.*");
    mask.queryBegin = 2;
    mask.queryEnd = 3;
    mask.keyBegin = 1;
    mask.keyEnd = 2;
    CHECK_FALSE(otherTokenWords(mask, edited->trace, plain->trace).isEmpty());
    mask.keyEnd = -1; // a range does not name a token
    CHECK(otherTokenWords(mask, edited->trace, plain->trace).isEmpty());

    WhatIfBench bench;
    bench.add(hidden);
    bench.workspace.publish(edited);
    WhatIfBench::turn();
    const QString line = bench.view.list().model()->index(0, 0).data().toString();
    INFO(line.toStdString());
    CHECK(line.contains(QStringLiteral("now “8”")));
}
