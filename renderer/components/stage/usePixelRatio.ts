/** How many pixels of the screen are one of the page. */
import { useEffect, useState } from 'react';

const now = () => window.devicePixelRatio || 1;

/** Another one once the window is on another screen, or the page is enlarged: pictures stay sharp there. */
export function usePixelRatio(): number {
  const [ratio, setRatio] = useState(now);
  useEffect(() => {
    const query = window.matchMedia(`(resolution: ${ratio}dppx)`);
    const onChange = () => setRatio(now());
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, [ratio]);
  return ratio;
}
