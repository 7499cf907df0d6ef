#pragma once

#include "ui/views/decoding/sampling_controls.h"
#include "ui/views/decoding/stage_model.h"
#include "ui/widgets/trace_view.h"

#include <QLabel>
#include <QWidget>

#include <memory>
#include <optional>

class QLineEdit;
class QPushButton;
class QTableView;

namespace headlight {

class CumulativeBar;
class LatestTask;
struct DecodeStep;

/// How the token of the current step was chosen: logits, each stage up to the softmax over the full
/// vocabulary, and the sampling. The controls work on the kept logits, so that every change is visible at
/// once without running the model; the decoding itself changes only on request. UI thread.
class DistributionPanel : public QWidget
{
    Q_OBJECT
public:
    explicit DistributionPanel(const ViewContext& context);

    /// Shows a step of the shown run; -1 = none.
    void showStep(int step);
    /// Takes over the document's settings if they differ from those that editing started from.
    void adoptDocument();
    /// The settings currently in the controls.
    const DecodeOptions& options() const { return m_controls->options(); }
    const StageModel& stages() const { return *m_model; }
    /// Says which token these settings would choose here.
    QString verdict() const { return m_verdict->text(); }

signals:
    /// The document is about to change so that decoding starts over; this step should stay current.
    void leaving(int step);
    void tokenWanted(int step, headlight::TokenId token);

private:
    void buildTable();
    QWidget* buildButtons();
    void recompute();
    void receive(std::shared_ptr<const Distribution> distribution);
    std::optional<Draw> draw() const; ///< of the distribution; nothing if these settings sample nothing
    void search(const QString& text);
    void fitColumns(); ///< to the width of their headings
    void say();
    void goOn();
    const DecodeStep* step() const;

    ViewContext m_context;
    SamplingControls* m_controls;
    StageModel* m_model;
    LatestTask* m_task; ///< computes large vocabularies off the UI thread
    LatestTask* m_search;
    QLineEdit* m_find;
    CumulativeBar* m_bar;
    QTableView* m_table = nullptr;
    QLabel* m_verdict;
    QPushButton *m_decodeAll = nullptr, *m_goOn = nullptr, *m_reset = nullptr;
    int m_step = -1;
    DecodeOptions m_adopted; ///< document settings that editing started from
    std::shared_ptr<const StepLogits> m_logits; ///< of the shown step
    std::shared_ptr<const Distribution> m_distribution;
};

} // namespace headlight
