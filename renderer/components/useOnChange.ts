/** Effects of screens that are hidden and shown again. */
import { useEffect, useRef } from 'react';

/**
 * Does `follow` at first and whenever one of `dependencies` is another: unlike an effect, not because the screen is shown again, where all
 * is as it was left.
 */
export function useOnChange(follow: () => void, ...dependencies: readonly unknown[]): void {
  const last = useRef<readonly unknown[] | null>(null);
  useEffect(() => {
    if (last.current?.every((each, index) => Object.is(each, dependencies[index]))) return;
    last.current = dependencies;
    follow();
  });
}
