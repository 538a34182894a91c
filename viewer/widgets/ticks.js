// The labels of axes.

export function niceStep(least) {
  return [1, 2, 4, 8, 16, 32, 64, 128, 256].find((step) => step >= least) ?? 512;
}
