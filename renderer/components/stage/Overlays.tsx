/**
 * What can be seen of pictures and not of one alone: where before and after differ, and where a picture is in focus. Both are drawn by
 * filters of the window, which no script can read: the page never has the pixels of a photograph.
 */
import { useId } from 'react';
import type { Size } from '../../state/stage/stageGeometry.ts';
import { PictureLayer, type StagePicture } from './PictureLayer.tsx';
import { alphaOfGradient, edgeKernels, peakingColor } from './peaking.ts';
import classes from './Stage.module.css';

interface OverlayProps {
  /** As in `PictureLayer`. */
  readonly fit: Size;
  readonly width: number;
  readonly height: number;
}

interface DifferenceProps extends OverlayProps {
  readonly before: StagePicture;
  readonly after: StagePicture;
  readonly times: number;
}

/** The absolute difference of each channel, `times` as bright. */
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

/** Colours what is in focus: where brightness changes steeply from one px of the screen to the next. */
export function Peaking({ picture, ...size }: PeakingProps) {
  const id = useId();
  const { slope, intercept } = alphaOfGradient;
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
          {/* The edge of a cutout is none of the picture's. */}
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
