#pragma once

#include "core/trace/trace.h"

#include <QComboBox>
#include <QWidget>

namespace headlight {

/// Which head is shown, as a title whose words are what one chooses: "Cross-attention ▾ Layer 0 ▾ Head 3 ▾".
/// Knows no trace; is told what there is. UI thread only.
class HeadChooser : public QWidget
{
    Q_OBJECT
public:
    HeadChooser();

    /// Offers what the model has.
    void offer(const TraceInfo& info);
    void show(const HeadRef& head);
    /// Between the left edge and the first letter.
    static int inset();

signals:
    void headChosen(const headlight::HeadRef& head);

private:
    void choose();

    QComboBox* m_kind;
    QComboBox* m_layer;
    QComboBox* m_head;
    std::vector<LayerRef> m_layers; ///< all sub-layers of the model
    int m_encoderHeads = 0, m_decoderHeads = 0;
    HeadRef m_shown;
};

/// A combo box that reads like a word in a title: flat, as wide as its text; plain text without a choice.
class TitleBox : public QComboBox
{
    Q_OBJECT
public:
    TitleBox();

    static constexpr int kInset = 6; ///< between an edge and the text

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void showPopup() override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
};

} // namespace headlight
