#pragma once

#include "ui/views/decoding/stage_model.h"
#include "ui/widgets/trace_view.h"

#include <QWidget>

#include <memory>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace headlight {

class CumulativeBar;
class LatestTask;
class SamplingControls;
struct DecodeStep;

/// How the token of the step that is looked at came about: logits, each stage up to the softmax over the
/// full vocabulary, and the draw. The controls work on the logits that were kept, so that every change is
/// seen at once without running the model; the decoding itself changes only on request. UI thread.
class DistributionPanel : public QWidget
{
    Q_OBJECT
public:
    explicit DistributionPanel(const ViewContext& context, QWidget* parent = nullptr);
    ~DistributionPanel() override;

    /// Shows a step of the workspace's snapshot; -1: none.
    void showStep(int step);
    /// Takes over the document's settings, where these are not the ones that were edited from.
    void adoptDocument();
    /// The settings as they stand in the controls.
    const DecodeOptions& options() const;
    const StageModel& stages() const { return *m_model; }
    /// What these settings would take here, in words.
    QString verdict() const;

signals:
    /// The document is about to change such that decoding begins anew; this step is wanted again.
    void leaving(int step);
    void tokenWanted(int step, headlight::TokenId token);

private:
    void buildTable();
    QWidget* buildButtons();
    void recompute();
    void receive(std::shared_ptr<const Distribution> distribution);
    void search(const QString& text);
    void fitColumns(); ///< to their headings
    void say();
    void decodeAll();
    void goOn();
    void takeRow(int row);
    const DecodeStep* step() const;

    ViewContext m_context;
    SamplingControls* m_controls;
    StageModel* m_model;
    LatestTask* m_task; ///< large vocabularies are worked on beside the window
    LatestTask* m_search;
    QLineEdit* m_find;
    CumulativeBar* m_bar;
    QTableView* m_table = nullptr;
    QLabel* m_verdict;
    QPushButton* m_decodeAll = nullptr;
    QPushButton* m_goOn = nullptr;
    QPushButton* m_reset = nullptr;
    int m_step = -1;
    DecodeOptions m_adopted; ///< the document's settings that the controls started from
    std::shared_ptr<const StepLogits> m_logits; ///< of the shown step
    std::shared_ptr<const Distribution> m_distribution;
};

} // namespace headlight
