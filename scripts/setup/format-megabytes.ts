/** Bytes as megabytes (10^6), with one decimal below 10: `4.7 MB`, `176 MB`. */
export function megabytes(bytes: number): string {
  const amount = bytes / 1e6;
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} MB`;
}
