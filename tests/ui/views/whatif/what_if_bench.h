#pragma once

#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/views/whatif/what_if_view.h"
#include "ui/words/edit_text.h"

#include <QListView>
#include <QToolButton>

#include <utility>
#include <vector>

namespace headlight::testing {

/// The heads that a pattern names.
inline HeadPattern where(const char* text)
{
    return parseHeadPattern(text).value();
}

/// The What-if view on a small model.
struct WhatIfBench : ViewBench
{
    WhatIfView view{context};

    WhatIfBench()
    {
        view.resize(360, 700);
        workspace.setModel(test::tinyModel());
        workspace.publish(syntheticSnapshot());
        view.show();
        turn();
    }
    const std::vector<Intervention>& edits() const { return workspace.document().interventions.list; }
    void add(Intervention edit)
    {
        workspace.apply(withEdit(workspace.document(), std::move(edit)), QStringLiteral("Add"));
        turn();
    }
    QToolButton* button(const QString& text)
    {
        for (QToolButton* each : view.findChildren<QToolButton*>())
            if (each->text() == text)
                return each;
        return nullptr;
    }
    void select(int row) const
    {
        view.list().setCurrentIndex(view.list().model()->index(row, 0));
        turn();
    }
};

} // namespace headlight::testing
