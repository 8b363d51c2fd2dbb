import { fitted, type Size } from '../../../state/stage/stageGeometry.ts';

/** Returns the number of columns: one row for two or three pictures, and for four the layout that shows them larger. */
export function compareColumns(shapes: readonly Size[], stage: Size): number {
  if (shapes.length < 4) return Math.max(1, shapes.length);
  const areaIn = (columns: number) => {
    const cell = { width: stage.width / columns, height: stage.height / Math.ceil(shapes.length / columns) };
    return shapes.reduce((total, shape) => {
      const { width, height } = fitted(shape, cell, 1);
      return total + width * height;
    }, 0);
  };
  return areaIn(4) > areaIn(2) ? 4 : 2;
}
