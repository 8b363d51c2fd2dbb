/** Rows and cells of a grid for assistive technology. A virtual list positions its rows, so it cannot be a table. */
import type { ComponentProps } from 'react';

export function GridRow(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/useSemanticElements: see above
  // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and points at the row
  return <div role="row" {...props} />;
}

export function GridCell(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/useSemanticElements: see above
  // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and points at the row
  return <div role="gridcell" {...props} />;
}

export function GridBody(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/useSemanticElements: see above
  return <div role="rowgroup" {...props} />;
}
