import { useEffect, useState } from 'react';

const currentRatio = () => window.devicePixelRatio || 1;

/** Returns the px of the screen per CSS px, which change with the screen and the page zoom. */
export function usePixelRatio(): number {
  const [ratio, setRatio] = useState(currentRatio);
  useEffect(() => {
    const query = window.matchMedia(`(resolution: ${ratio}dppx)`);
    const onChange = () => setRatio(currentRatio());
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, [ratio]);
  return ratio;
}
