/** The faces of a photograph, each with a strength of its own; where there is only one, the whole picture's is enough. */
import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TouchPicture, TouchUpSession } from '../../../../contract/touch-up/touch-up-session.ts';
import { requestQuietly } from '../../../bridge.ts';
import { percent } from '../../../locales/format.ts';
import { type Oval, ovalsOf } from './faceOvals.ts';
import { PercentSlider } from './PercentSlider.tsx';
import classes from './Touch.module.css';
import { isSameFace, setFace, useTouch } from './touchUp.ts';

type Found = readonly Parameters<typeof ovalsOf>[0][number][];

interface StrengthFacesProps {
  readonly opened: TouchUpSession;
  readonly photographId: number;
}

export function StrengthFaces({ opened, photographId }: StrengthFacesProps) {
  const { t } = useTranslation();
  const [found, setFound] = useState<Found | 'looking' | 'failed'>('looking');
  const own = useTouch((touch) => touch.strength.faces);
  const overallStrength = useTouch((touch) => touch.strength.whole);
  const { photograph, scale } = opened;
  // Those that had a strength when it was opened.
  const [before] = useState(own);
  useEffect(() => {
    let isCurrent = true;
    void requestQuietly('loupe.faces', { id: photographId }).then((reply) => {
      if (isCurrent) setFound(reply.ok ? reply.value : 'failed');
    });
    return () => {
      isCurrent = false;
    };
  }, [photographId]);
  const ovals = useMemo(() => {
    const size = { width: photograph.width / scale, height: photograph.height / scale };
    return ovalsOf(typeof found === 'string' ? [] : found, size, before);
  }, [found, photograph, scale, before]);

  if (typeof found === 'string' && ovals.length === 0)
    return (
      <p className={classes.note}>{t(found === 'looking' ? 'touch.strength.looking' : 'touch.strength.noFaces')}</p>
    );
  if (ovals.length < 2) return null;
  return (
    <section className={classes.faces} aria-label={t('touch.strength.faces')} data-testid="touch-faces">
      <h2>{t('touch.strength.faces')}</h2>
      {ovals.map((oval, index) => {
        const face = own.find((each) => isSameFace(each, oval));
        const strength = face?.strength ?? overallStrength;
        return (
          <div key={`${oval.x} ${oval.y}`} className={classes.face}>
            <FaceCrop
              picture={photograph}
              oval={oval}
              scale={scale}
              label={t('touch.strength.face', { n: index + 1 })}
            />
            <PercentSlider
              label={t('touch.strength.ofFace', { n: index + 1 })}
              share={strength}
              onChange={(share) => setFace(oval, share)}
              width={120}
              testId={`touch-face-${index + 1}`}
            />
            <span className={`${classes.number} numbers`}>{percent(strength)}</span>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              style={face === undefined ? { visibility: 'hidden' } : {}}
              onClick={() => setFace(oval, null)}
            >
              {t('touch.strength.asWhole')}
            </Button>
          </div>
        );
      })}
    </section>
  );
}

interface FaceCropProps {
  readonly picture: TouchPicture;
  readonly oval: Oval;
  readonly scale: number;
  readonly label: string;
}

/** px of a crop, for screens of up to two px per CSS px. */
const cropSide = 80;

function FaceCrop({ picture, oval, scale, label }: FaceCropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const side = Math.max(1, Math.round(Math.max(oval.width, oval.height) * scale));
    const left = Math.round((oval.x + oval.width / 2) * scale - side / 2);
    const top = Math.round((oval.y + oval.height / 2) * scale - side / 2);
    const { width, height, pixels } = picture;
    const image = new ImageData(new Uint8ClampedArray(pixels), width, height);
    void createImageBitmap(image, left, top, side, side).then((part) => {
      context.clearRect(0, 0, cropSide, cropSide);
      context.drawImage(part, 0, 0, cropSide, cropSide);
    });
  }, [picture, oval, scale]);
  return <canvas ref={canvas} width={cropSide} height={cropSide} role="img" aria-label={label} />;
}
