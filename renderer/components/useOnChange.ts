import { useEffect, useRef } from 'react';

/** Calls `onChange` initially and when one of `dependencies` changes, but unlike an effect not when a screen is shown again. */
export function useOnChange(onChange: () => void, ...dependencies: readonly unknown[]): void {
  const last = useRef<readonly unknown[] | null>(null);
  useEffect(() => {
    if (last.current?.every((value, index) => Object.is(value, dependencies[index]))) return;
    last.current = dependencies;
    onChange();
  });
}
