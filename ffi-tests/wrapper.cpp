#include "wrapper/basics.hpp"
int main(){ views(); results(); entropy(); objects(); counting(); supports(); std::printf("%d checks %d failed\n", checks, failures); return failures; }
