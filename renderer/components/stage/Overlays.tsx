/**
 * The difference of before and after, and focus peaking. Both are drawn by SVG and CSS filters, whose output scripts cannot read, so the
 * page never has the pixels of a photograph.
 */
import { useId } from 'react';
import type { Size } from '../../state/stage/stageGeometry.ts';
import { PictureLayer, type StagePicture } from './PictureLayer.tsx';
import classes from './Stage.module.css';

/** Sobel kernels to the right, left, bottom and top. Each direction has its own, because filters clip negative values. */
const edgeKernels = ['-1 0 1 -2 0 2 -1 0 1', '1 0 -1 2 0 -2 1 0 -1', '-1 -2 -1 0 0 0 1 2 1', '1 2 1 0 0 0 -1 -2 -1'];

/** Gradients (0..1 over two px) below `min` are transparent, above `max` opaque. */
const peakingRange = { min: 0.12, max: 0.3 };
const slope = 1 / (peakingRange.max - peakingRange.min);
const intercept = -peakingRange.min * slope;

/** A green that is rare in skin, cloth and leaves. */
const peakingColor = '#2bff6a';

interface OverlayProps {
  /** Size on the stage at zoom 1, CSS px. */
  readonly fit: Size;
  readonly width: number;
  readonly height: number;
}

interface DifferenceProps extends OverlayProps {
  readonly before: StagePicture;
  readonly after: StagePicture;
  readonly times: number;
}

/** The absolute difference of each channel, `times` brighter. */
export function Difference({ before, after, times, ...size }: DifferenceProps) {
  return (
    <div className={classes.difference} style={{ filter: `brightness(${times})` }} data-testid="stage-difference">
      <PictureLayer picture={before} backdrop="none" {...size} />
      <PictureLayer picture={{ ...after, alt: '' }} backdrop="none" {...size} />
    </div>
  );
}

interface PeakingProps extends OverlayProps {
  readonly picture: StagePicture;
}

/** Colors areas in focus, where brightness changes steeply between px of the screen. */
export function Peaking({ picture, ...size }: PeakingProps) {
  const id = useId();
  return (
    <div className={classes.peaking} style={{ filter: `url(#${CSS.escape(id)})` }} data-testid="stage-peaking">
      <svg width={0} height={0} aria-hidden>
        <filter id={id} x="0" y="0" width="100%" height="100%" colorInterpolationFilters="sRGB">
          <feColorMatrix type="luminanceToAlpha" in="SourceGraphic" result="luminance" />
          {edgeKernels.map((kernel, index) => (
            <feConvolveMatrix
              key={kernel}
              in="luminance"
              order="3"
              kernelMatrix={kernel}
              divisor={4}
              edgeMode="duplicate"
              result={`edge${index}`}
            />
          ))}
          <feComposite in="edge0" in2="edge1" operator="arithmetic" k1={0} k2={1} k3={1} k4={0} result="across" />
          <feComposite in="edge2" in2="edge3" operator="arithmetic" k1={0} k2={1} k3={1} k4={0} result="along" />
          <feComposite in="across" in2="along" operator="arithmetic" k1={0} k2={1} k3={1} k4={0} result="gradient" />
          <feComponentTransfer in="gradient" result="steep">
            <feFuncA type="linear" slope={slope} intercept={intercept} />
          </feComponentTransfer>
          {/* The edge of a cutout is not in the picture. */}
          <feMorphology in="SourceAlpha" operator="erode" radius="3" result="inside" />
          <feComposite in="steep" in2="inside" operator="in" result="shown" />
          <feFlood floodColor={peakingColor} />
          <feComposite in2="shown" operator="in" />
        </filter>
      </svg>
      <PictureLayer picture={{ ...picture, alt: '' }} backdrop="none" {...size} />
    </div>
  );
}
