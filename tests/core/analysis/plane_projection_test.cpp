#include "core/analysis/plane_projection.h"

#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/plane_weights.h"
#include "tests/support/tiny_model.h"

#include <cmath>
#include <random>
#include <string>

using namespace headlight;
using namespace headlight::test;

TEST_CASE("best plane: vectors that lie in a plane lose nothing", "[analysis]")
{
    // Combinations of two directions in five dimensions.
    Matrix basis(2, 5);
    basis << 1, 2, 0, -1, 0.5F, 0, 1, 3, 1, -2;
    Matrix parts(4, 2);
    parts << 1, 0, -0.5F, 2, 0.3F, 0.7F, 4, -1;
    const Matrix vectors = parts * basis;
    const PlaneProjection plane = bestPlane(vectors);
    CHECK(plane.lost < 1e-6);
    const Matrix dots = vectors * vectors.transpose();
    const Matrix seen = plane.points * plane.points.transpose();
    CHECK((dots - seen).cwiseAbs().maxCoeff() < 1e-3F);
    const Matrix frame = plane.axes * plane.axes.transpose();
    CHECK((frame - Matrix::Identity(2, 2)).cwiseAbs().maxCoeff() < 1e-5F);
}

TEST_CASE("best plane: no other plane keeps more", "[analysis]")
{
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    Matrix vectors(6, 4);
    for (Index i = 0; i < vectors.size(); ++i)
        vectors.data()[i] = normal(random);
    const PlaneProjection plane = bestPlane(vectors);
    const double whole = vectors.cast<double>().squaredNorm();
    CHECK(plane.lost == Approx(1 - plane.points.cast<double>().squaredNorm() / whole).margin(1e-6));
    for (int attempt = 0; attempt < 200; ++attempt) {
        // Two random orthonormal directions (Gram–Schmidt).
        Eigen::VectorXf a(4);
        Eigen::VectorXf b(4);
        for (Index i = 0; i < 4; ++i) {
            a(i) = normal(random);
            b(i) = normal(random);
        }
        a.normalize();
        b -= a * a.dot(b);
        b.normalize();
        const double kept
            = (vectors * a).cast<double>().squaredNorm() + (vectors * b).cast<double>().squaredNorm();
        CHECK(1 - kept / whole >= plane.lost - 1e-6);
    }
    CHECK(bestPlane(Matrix::Zero(3, 4)).lost == 0);
    CHECK(bestPlane(Matrix::Ones(3, 1)).points.cols() == 2);
}

TEST_CASE("projected row: in two dimensions the plane gives the model's own weights", "[analysis]")
{
    TinyOptions options;
    options.headWidth = 2;
    const auto model = tinyModel(options);
    const Trace trace = runTiny(model, {{{5, 9, 14, 3}, {0, 7, 11, 2}}}).front();
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kSelf, 2};
    const auto row = projectedRow(trace, head, 2);
    REQUIRE(row.has_value());
    CHECK(row->keys == std::vector<int>{0, 1, 2}); // the mask hides the last one
    CHECK(row->plane.lost < 1e-6);
    const RowVector found = planeWeights(*row, row->plane.points.row(0), row->plane.points.bottomRows(3));
    const Matrix weights = trace.attention(head).whole(MapKind::kWeights);
    for (Index i = 0; i < 3; ++i) {
        CHECK(row->weights(i) == weights(2, i));
        CHECK(static_cast<double>(found(i)) == Approx(static_cast<double>(weights(2, i))).margin(1e-4));
    }
}

TEST_CASE("projected row: bias and soft-capping take part", "[analysis][families]")
{
    for (const char* name : {"t5", "gemma2"}) {
        const auto model = loadModel(std::string(kTestData) + "/models/" + name, {}, {});
        INFO(name);
        REQUIRE(model.has_value());
        const Trace trace
            = runTiny(*model, {{{5, 9, 14, 3}, (*model)->isEncoderDecoder() ? Ids{0, 4} : Ids{}}}).front();
        const HeadRef head{(*model)->isEncoderDecoder() ? StackKind::kEncoder : StackKind::kDecoder, 0,
                           AttentionKind::kSelf, 1};
        const auto row = projectedRow(trace, head, 3);
        REQUIRE(row.has_value());
        const bool biased = row->bias.cwiseAbs().maxCoeff() > 0;
        CHECK(biased == (std::string(name) == "t5"));
        // With the full vectors instead of their projections, the rule gives the model's weights.
        const Matrix q = trace.headMatrix(Site::kQuery, head);
        const Matrix k = trace.headMatrix(Site::kKey, head);
        const RowVector whole = planeWeights(*row, q.row(3), k.topRows(4));
        for (Index i = 0; i < 4; ++i)
            CHECK(static_cast<double>(whole(i)) == Approx(static_cast<double>(row->weights(i))).margin(2e-5));
        CHECK(row->plane.lost > 0);
        CHECK(row->plane.lost < 1);
    }
    CHECK_FALSE(projectedRow({}, {}, 0).has_value());
}
