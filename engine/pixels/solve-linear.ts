/** Solves three equations by Cramer's rule. @param m rows of the matrix  @param r right-hand sides */
export function solve3(m: readonly (readonly number[])[], r: readonly number[]): number[] {
  const det = (a: readonly (readonly number[])[]) =>
    a[0]![0]! * (a[1]![1]! * a[2]![2]! - a[1]![2]! * a[2]![1]!) -
    a[0]![1]! * (a[1]![0]! * a[2]![2]! - a[1]![2]! * a[2]![0]!) +
    a[0]![2]! * (a[1]![0]! * a[2]![1]! - a[1]![1]! * a[2]![0]!);
  const determinant = det(m);
  return [0, 1, 2].map((k) => det(m.map((row, i) => row.map((value, j) => (j === k ? r[i]! : value)))) / determinant);
}
