/** Parts of the window that are not there at first: each is a file of its own, loaded once the first screen can be worked with. */
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/** A component, or what becomes one. */
export interface LazyComponent {
  now(): ComponentType;
}

const waiting: (() => Promise<unknown>)[] = [];

export function lazyPart(load: () => Promise<ComponentType>): LazyComponent {
  let part: ComponentType = lazy(bring);
  async function bring() {
    const loaded = await load();
    part = loaded;
    return { default: loaded };
  }
  waiting.push(bring);
  return { now: () => part };
}

interface LaterProps {
  readonly part: LazyComponent;
  /** Comes with it. */
  readonly children?: ReactNode;
}

/** Shows nothing while the part is wanted before it has come. */
export function LazyPart({ part, children }: LaterProps) {
  // What was waited for stays what it is: another component would begin anew.
  const [Current] = useState(() => part.now());
  return (
    <Suspense fallback={null}>
      <Current />
      {children}
    </Suspense>
  );
}

/** Loads them one by one, whenever nothing else is to be done. */
export function preloadParts(): void {
  const next = waiting.shift();
  if (next !== undefined) requestIdleCallback(() => void next().finally(preloadParts));
}
