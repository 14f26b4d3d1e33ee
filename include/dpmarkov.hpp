// dpmarkov for C++17 and later: the C interface of dpmarkov.h with objects that clean up, views that know their length, and errors that are not
// overlooked. Header only; link with libdpmarkov as in C. docs/cpp.md is the guide.
//
// Errors are values: a call returns Status or Result<T>. With DPMARKOV_EXCEPTIONS defined before this header it returns the value itself and throws
// dpmarkov::Error. Either way a wrong length is DPM_ERR_LENGTH before anything is read, and after an error outputs are as
// they were, or zeros (release_table()).
//
// Counts are secret; what a mechanism releases is public. Every release counts against the mechanism's promise.
#ifndef DPMARKOV_HPP
#define DPMARKOV_HPP

#include "dpmarkov/accuracy.hpp"
#include "dpmarkov/base.hpp"
#include "dpmarkov/chain.hpp"
#include "dpmarkov/counts.hpp"
#include "dpmarkov/dirichlet.hpp"
#include "dpmarkov/interval.hpp"
#include "dpmarkov/ledger.hpp"
#include "dpmarkov/mechanism.hpp"
#include "dpmarkov/merge.hpp"
#include "dpmarkov/noise.hpp"
#include "dpmarkov/plan.hpp"
#include "dpmarkov/polya.hpp"
#include "dpmarkov/random.hpp"
#include "dpmarkov/report.hpp"
#include "dpmarkov/special.hpp"

#endif
