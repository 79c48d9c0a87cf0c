/* Runs a compiled classifier on an image of raw floats:

       classify IMAGE [THREADS]

   net.h is what relay-lite-compile --header wrote. */

#include "net.h"
#include <stdio.h>
#include <stdlib.h>

enum { NumClasses = 1000, ImageSize = 3 * 64 * 64 };

int main(int argc, char **argv) {
  static float image[ImageSize], scores[NumClasses];
  int64_t imageShape[] = {1, 3, 64, 64}, scoreShape[] = {1, NumClasses};
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (!file || fread(image, sizeof(float), ImageSize, file) != ImageSize) {
    fprintf(stderr, "usage: classify IMAGE [THREADS]\n");
    return EXIT_FAILURE;
  }
  fclose(file);

  /* A tensor has its data, device, rank, element type, shape, strides (null for
     none) and the offset of its first element. */
  DLTensor input = {image,      {kDLCPU, 0}, 4, {kDLFloat, 32, 1},
                    imageShape, NULL,        0};
  DLTensor output = {scores,     {kDLCPU, 0}, 2, {kDLFloat, 32, 1},
                     scoreShape, NULL,        0};

  /* One workspace serves all calls. Without it, each call allocates its own. */
  RelayLiteContext context = {0};
  context.workspace_size = net_module.functions[0].workspace_size;
  context.workspace =
      aligned_alloc(64, (context.workspace_size + 63) / 64 * 64);

  if (argc > 2)
    context.threads = net_module.create_threads(atoi(argv[2]));

  if (net_main(&context, &input, &output) != RELAYLITE_OK) {
    fprintf(stderr, "%s\n", context.message);
    return EXIT_FAILURE;
  }
  net_module.destroy_threads(context.threads);
  free(context.workspace);

  int best = 0;
  for (int i = 1; i < NumClasses; ++i)
    if (scores[i] > scores[best])
      best = i;
  printf("class %d\n", best);
  return EXIT_SUCCESS;
}
