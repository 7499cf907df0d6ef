#pragma once

#include <QComboBox>

namespace headlight {

/// A choice that reads as a word of a title: flat, as wide as what is chosen, with a small arrow. Plain text
/// where there is nothing to choose.
class TitleBox : public QComboBox
{
    Q_OBJECT
public:
    explicit TitleBox(QWidget* parent = nullptr);

    static constexpr int kInset = 6; ///< between an edge and the letters

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void showPopup() override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
};

} // namespace headlight
