/** One picture of the stage at its zoomed position, replaced by a small version until it is loaded. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeOf, type Size } from '../../state/stage/stageGeometry.ts';
import classes from './Stage.module.css';

export interface StagePicture {
  readonly src: string;
  /** A small version, shown while the full one is loading. */
  readonly small: string | null;
  readonly alt: string;
  /** Bounds of an element in px of the photograph; null = the whole photograph. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
}

interface PictureLayerProps {
  readonly picture: StagePicture;
  /** Size on the stage at zoom 1, CSS px. */
  readonly fit: Size;
  readonly width: number;
  readonly height: number;
  readonly backdrop: string;
  /** Whether only the children are shown. */
  readonly isHidden?: boolean;
  readonly children?: ReactNode;
}

export function PictureLayer({ picture, fit, width, height, backdrop, isHidden = false, children }: PictureLayerProps) {
  const { t } = useTranslation();
  const [loaded, setLoaded] = useState<string | null>(null);
  const [small, setSmall] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const place = picture.box
    ? placeOf(picture.box, { width, height })
    : { left: 0, top: 0, width: '100%', height: '100%' };
  // A backdrop without pixels would look like a picture.
  const isVisible = isHidden || loaded === picture.src || (small !== null && small === picture.small);
  return (
    <div
      className={classes.picture}
      data-backdrop={isVisible ? backdrop : undefined}
      style={{ width: fit.width, height: fit.height }}
    >
      {!isHidden && picture.small && loaded !== picture.src && (
        <img
          src={picture.small}
          alt=""
          className={classes.image}
          style={place}
          draggable={false}
          onLoad={() => setSmall(picture.small)}
        />
      )}
      {isHidden ? null : broken === picture.src ? (
        <div className={classes.broken}>{t('review.loupe.loadFailed')}</div>
      ) : (
        <img
          key={picture.src}
          src={picture.src}
          alt={picture.alt}
          className={classes.image}
          style={place}
          draggable={false}
          onLoad={() => setLoaded(picture.src)}
          onError={() => setBroken(picture.src)}
        />
      )}
      {children}
    </div>
  );
}
