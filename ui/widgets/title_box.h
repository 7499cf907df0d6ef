#pragma once

#include <QComboBox>

namespace headlight {

/// A combo box that reads like a word in a title: flat, as wide as its current text, with a small arrow.
/// Plain text if there is nothing to choose.
class TitleBox : public QComboBox
{
    Q_OBJECT
public:
    explicit TitleBox(QWidget* parent = nullptr);

    static constexpr int kInset = 6; ///< between an edge and the text

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void showPopup() override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
};

} // namespace headlight
