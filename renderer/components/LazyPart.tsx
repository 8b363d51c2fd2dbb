/** Parts of the window in separate files, which are loaded once the first screen can be used. */
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

export interface LazyComponent {
  /** Returns the component, which suspends until its file is loaded. */
  now(): ComponentType;
}

const unloaded: (() => Promise<unknown>)[] = [];

export function lazyPart(load: () => Promise<ComponentType>): LazyComponent {
  let part: ComponentType = lazy(loadPart);
  async function loadPart() {
    const loaded = await load();
    part = loaded;
    return { default: loaded };
  }
  unloaded.push(loadPart);
  return { now: () => part };
}

interface LazyPartProps {
  readonly part: LazyComponent;
  /** Appears with the part. */
  readonly children?: ReactNode;
}

/** Shows nothing until the part is loaded. */
export function LazyPart({ part, children }: LazyPartProps) {
  // Keeps the component that suspended, because another one would lose its state.
  const [Current] = useState(() => part.now());
  return (
    <Suspense fallback={null}>
      <Current />
      {children}
    </Suspense>
  );
}

/** Loads the parts one by one when the window is idle. */
export function preloadParts(): void {
  const next = unloaded.shift();
  if (next !== undefined) requestIdleCallback(() => void next().finally(preloadParts));
}
