import { FIT, type Frame, keepInside, type View } from './zoom-geometry.ts';

/** The picture in the stage, drawn in a view by a transform of its own. */
export function zoomedPicture(stage: HTMLElement, pixelWidth: number) {
  let view: View = FIT;
  const picture = () => stage.querySelector<HTMLElement>('[data-large]');

  const frame = (): Frame => {
    const shown = picture();
    // Sizes before any transform, to fractions of a pixel: they are multiplied.
    const style = shown && getComputedStyle(shown);
    const width = Number.parseFloat(style?.width ?? '0');
    const height = Number.parseFloat(style?.height ?? '0');
    return {
      stage: { width: stage.clientWidth, height: stage.clientHeight },
      fitted: { width, height },
      actualScale: pixelWidth / Math.max(1, width * devicePixelRatio),
    };
  };

  const draw = (next: View, isGliding: boolean) => {
    view = keepInside(next, frame());
    stage.toggleAttribute('data-gliding', isGliding);
    stage.toggleAttribute('data-zoomed', view.scale > 1);
    const { scale, x, y } = view;
    const transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
    picture()?.style.setProperty('transform', transform);
  };

  return {
    view: () => view,
    frame,
    /** Follows a hand at once. */
    draw: (next: View) => draw(next, false),
    /** Moves by itself. */
    glide: (next: View) => draw(next, true),
  };
}
