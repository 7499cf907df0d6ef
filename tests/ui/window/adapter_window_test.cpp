// LoRA adapters in the window: asks for the base if it is not found; the adapter's switch is an edit.
#include "core/model/model.h"
#include "tests/support/adapter_folder.h"
#include "tests/support/catch.h"
#include "ui/run/model_facts.h"
#include "ui/run/opener.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/model_settings.h"
#include "ui/state/settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/actions/file_actions.h"
#include "ui/window/actions/mask_actions.h"
#include "ui/window/bars/edit_banner.h"
#include "ui/window/models/model_opener.h"

#include <QAction>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>
#include <QUrl>

#include <algorithm>
#include <functional>

using namespace headlight;

namespace {

/// A small llama, an adapter that cannot find it, and the objects that open them.
struct AdapterBench
{
    AdapterBench()
        : base("llama")
    {
        base.writeTensors();
        base.folder.write("config.json", base.config.dump());
        adapter.config["target_modules"] = {"q_proj", "v_proj"};
        adapter.addOver(base, [](const std::string& module) {
            return module.ends_with(".q_proj") || module.ends_with(".v_proj");
        });
        adapter.write();
        window.show();
    }
    QString model() const { return QString::fromStdString(base.folder.path().string()); }
    QString lora() const { return QString::fromStdString(adapter.folder.path().string()); }
    static bool wait(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 60000); }
    QMessageBox* question() const
    {
        return window.findChild<QMessageBox*>(QStringLiteral("adapterBaseQuestion"));
    }
    bool waitAdapter() const
    {
        return wait(
            [this] { return workspace.model() != nullptr && workspace.model()->adapter() != nullptr; });
    }

    test::ModelFolder base;
    test::AdapterFolder adapter;
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("adapter.ini"))};
    Workspace workspace;
    RunController runs{workspace};
    QWidget window;
    ModelOpener opener{settings, runs, window};
};

} // namespace

TEST_CASE("adapters: the window asks for the base that is not found, and remembers it", "[window][adapter]")
{
    AdapterBench bench;
    bench.opener.openModel(bench.model());
    REQUIRE(bench.wait([&] { return bench.workspace.model() != nullptr; }));
    bench.opener.openModel(bench.lora());
    REQUIRE(bench.wait([&] { return bench.question() != nullptr && bench.question()->isVisible(); }));
    CHECK(bench.question()->text().contains(QStringLiteral("not-there")));
    auto* const present = bench.question()->findChild<QPushButton*>(QStringLiteral("presentBase"));
    REQUIRE(present != nullptr);
    present->click();
    REQUIRE(bench.waitAdapter());
    CHECK(adapterBaseOf(bench.settings, bench.lora()) == bench.model());
    REQUIRE(bench.wait([&] { return bench.question() == nullptr; }));

    const ModelFacts facts = factsOf(*bench.workspace.model());
    CHECK(facts.folder == bench.lora());
    CHECK(facts.base == bench.model());
    CHECK(facts.name.contains(QStringLiteral(" + ")));
    QStringList words;
    for (const FactSection& section : describeModel(*bench.workspace.model()))
        if (section.title == QStringLiteral("Adapter"))
            for (const Fact& fact : section.facts)
                words << fact.value;
    CHECK(words.contains(QStringLiteral("q_proj, v_proj")));
    CHECK(words.contains(QStringLiteral("not-there")));
    CHECK(words.contains(QStringLiteral("4"))); // its rank

    // The base is not asked for again.
    bench.workspace.setModel(nullptr);
    bench.opener.openModel(bench.lora());
    REQUIRE(bench.waitAdapter());
    CHECK(bench.question() == nullptr);
}

TEST_CASE("adapters: a folder or a file of one that is dropped is opened", "[window][adapter]")
{
    AdapterBench bench;
    bench.adapter.config["base_model_name_or_path"] = bench.base.folder.path().string();
    bench.adapter.writeConfig();
    Focus focus;
    const CommandActions commands;
    FileActions files({bench.workspace, focus, bench.settings}, commands, bench.runs, &bench.window);
    QObject::connect(&files, &FileActions::modelWanted, &bench.opener, &ModelOpener::openModel);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(bench.lora() + QStringLiteral("/adapter_model.safetensors"))});
    REQUIRE(FileActions::canDrop(data));
    files.drop(data);
    REQUIRE(bench.waitAdapter());
    bench.workspace.setModel(nullptr);
    data.setUrls({QUrl::fromLocalFile(bench.lora())});
    files.drop(data);
    REQUIRE(bench.waitAdapter());
}

TEST_CASE("adapters: the switch is an edit, which the run follows and undo takes back", "[window][adapter]")
{
    AdapterBench bench;
    bench.adapter.config["base_model_name_or_path"] = bench.base.folder.path().string();
    bench.adapter.writeConfig();
    Focus focus;
    const CommandActions commands;
    const MaskActions masks(bench.workspace, focus, commands);
    QAction& on = commands[CommandId::kAdapter];
    CHECK_FALSE(on.isVisible());
    bench.opener.openModel(bench.lora());
    REQUIRE(bench.waitAdapter());
    CHECK(on.isVisible());
    CHECK(on.isChecked());

    Document document = bench.workspace.document();
    document.text = QStringLiteral("5 17 3 40");
    bench.workspace.apply(document, {});
    REQUIRE(bench.wait([&] {
        return bench.runs.isSettled() && bench.workspace.snapshot()->finished
            && !bench.workspace.snapshot()->trace.isNull();
    }));
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kSelf, 0};
    bench.runs.setNeeds({Site::kWeights});
    const auto weights = [&] { // only those of the text: the outputs may differ
        const Trace trace = bench.workspace.snapshot()->trace;
        const Matrix all = trace.isNull() ? Matrix() : trace.attention(head).whole(MapKind::kWeights);
        return all.rows() < 4 || all.cols() < 4 ? Matrix() : Matrix(all.topLeftCorner(4, 4));
    };
    REQUIRE(bench.wait([&] { return bench.runs.isSettled() && weights().rows() > 0; }));
    const Matrix with = weights();
    on.trigger();
    CHECK(bench.workspace.document().interventions.adapterOff());
    CHECK_FALSE(on.isChecked());
    CHECK(EditBanner(bench.workspace).edits().join(QString()).contains(QStringLiteral("Adapter")));
    REQUIRE(bench.wait([&] {
        return bench.runs.isSettled() && bench.workspace.snapshot()->trace.info().edits.size() == 1;
    }));
    CHECK((weights() - with).cwiseAbs().maxCoeff() > 1e-4F);
    bench.workspace.undoStack().undo();
    CHECK_FALSE(bench.workspace.document().interventions.adapterOff());
    CHECK(on.isChecked());
    bench.workspace.undoStack().redo();
    on.trigger();
    CHECK(bench.workspace.document().interventions.list.empty());
}
