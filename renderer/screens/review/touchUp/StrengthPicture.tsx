/**
 * A retouch as strong as it is set, laid over its photograph: the pictures themselves, one seen through the other, which is what
 * is written; and around faces with a strength of their own, their pixels.
 */
import { useEffect, useRef } from 'react';
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import type { TouchUpSession } from '../../../../contract/touch-up/touch-up-session.ts';
import { facePixels } from './facePixels.ts';
import classes from './Touch.module.css';
import { useTouch } from './touchUp.ts';

export function StrengthPicture({ opened }: { readonly opened: TouchUpSession }) {
  const strength = useTouch((touch) => touch.strength);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { photograph, result, scale, ownId } = opened;
  const { width, height } = photograph;
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const context = canvas.current?.getContext('2d');
      context?.clearRect(0, 0, width, height);
      for (const { area, pixels } of facePixels(photograph, result, strength, scale)) {
        context?.putImageData(new ImageData(pixels, area.width, area.height), area.left, area.top);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [photograph, result, strength, scale, width, height]);
  return (
    <>
      <img
        src={imageUrl.result(ownId)}
        alt=""
        className={classes.over}
        style={{ opacity: strength.whole }}
        draggable={false}
        data-testid="touch-over"
      />
      <canvas ref={canvas} width={width} height={height} className={classes.over} aria-hidden />
    </>
  );
}
