import { colorNames, type ColorName } from '../colors/color-names.ts';
import { palette } from '../colors/palette.ts';
import { arrange } from './arrange.ts';
import { seededRandom } from './random.ts';
import { mostThings, readPrompt, type Item } from './read-prompt.ts';
import { drawStripes } from './stripes.ts';
import { things } from './things.ts';

export interface Canvas {
  width: number;
  height: number;
  seed: number;
}

/** Draws what a prompt names as an SVG document; the card of the model that uses it says how. */
export function paint(prompt: string, { width, height, seed }: Canvas): string {
  const plan = readPrompt(prompt);
  const random = seededRandom(seed);
  const background = plan.background ?? { color: 'white', value: palette.white };
  const items = plan.items
    .flatMap((item) => Array.from({ length: item.count }, () => item))
    .slice(0, mostThings);
  const named = plan.background ?? plan.ground ?? items[0];
  const ground = plan.ground ? drawGround(plan.ground.value, width, height) : '';
  const content = named ? ground + drawItems(items) : drawStripes(prompt, width, height);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="${background.value}"/>${content}</svg>`
  );

  function drawItems(drawn: Item[]): string {
    const side = Math.min(width, height) * Math.min(0.28, 0.6 / Math.sqrt(drawn.length));
    const wanted = drawn.map(({ thing, size, place }) => {
      const unit = (side * size) / 100;
      return { width: things[thing].size[0] * unit, height: things[thing].size[1] * unit, place, unit };
    });
    const placed = arrange(wanted, { width, height }, random);
    return drawn
      .map((item, index) => {
        const { x, y, scale } = placed[index] ?? { x: 0, y: 0, scale: 1 };
        const unit = (wanted[index]?.unit ?? 1) * scale;
        return `<g transform="translate(${x} ${y}) scale(${unit})">${drawItem(item)}</g>`;
      })
      .join('');
  }

  function drawItem(item: Item): string {
    const thing = things[item.thing];
    const color = item.color ?? thing.color ?? anyColor();
    const drawing = thing.draw(palette[color]);
    if (color !== background.color) return drawing;
    return `<g stroke="${palette[color === 'black' ? 'gray' : 'black']}" stroke-width="2">${drawing}</g>`;
  }

  function anyColor(): ColorName {
    const free = colorNames.filter(
      (name) => name !== background.color && name !== 'white' && name !== 'beige',
    );
    return free[Math.floor(random() * free.length)] ?? 'red';
  }
}

function drawGround(fill: string, width: number, height: number): string {
  const top = Math.round(0.72 * height);
  return `<rect x="0" y="${top}" width="${width}" height="${height - top}" fill="${fill}"/>`;
}
