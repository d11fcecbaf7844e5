const WIDTH = 8.4;
const HEIGHT = 18;
const MARGIN = 18;
const BACKGROUND = '#1d1f21';
const FOREGROUND = '#e6e6e6';

/** The terminal's 256 colors: 16 named ones, a 6x6x6 cube, 24 grays. */
const palette = [
  ...['#2e3436', '#f2777a', '#99cc99', '#ffcc66', '#6699cc', '#cc99cc', '#66cccc', '#d3d0c8'],
  ...['#747369', '#ff9c9e', '#b5e5b5', '#ffe08a', '#8fbbee', '#e4b4e4', '#8ee5e5', '#ffffff'],
  ...Array.from({ length: 216 }, (_, index) => {
    const level = (value) => (value === 0 ? 0 : 55 + value * 40);
    return hex([Math.floor(index / 36), Math.floor(index / 6) % 6, index % 6].map(level));
  }),
  ...Array.from({ length: 24 }, (_, index) => hex(Array(3).fill(8 + index * 10))),
];

function hex(levels) {
  return `#${levels.map((level) => level.toString(16).padStart(2, '0')).join('')}`;
}

function color(cell, which) {
  if (cell[`is${which}Default`]()) return undefined;
  const value = cell[`get${which}Color`]();
  return cell[`is${which}RGB`]() ? `#${value.toString(16).padStart(6, '0')}` : palette[value];
}

const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Draws each run of cells with the same style as a background rectangle and a text. */
function drawLine(line, row, columns) {
  const shapes = [];
  const y = MARGIN + row * HEIGHT;
  let run;
  const flush = () => {
    if (!run) return;
    const x = MARGIN + run.from * WIDTH;
    const width = run.cells * WIDTH;
    if (run.background)
      shapes.push(
        `<rect x="${x.toFixed(1)}" y="${y}" width="${(width + 0.3).toFixed(1)}" height="${HEIGHT + 0.3}" fill="${run.background}"/>`,
      );
    if (run.text.trim() !== '') shapes.push(drawText(run, x, y));
  };
  for (let column = 0; column < columns; column += 1) {
    const cell = line.getCell(column);
    if (!cell || cell.getWidth() === 0) continue;
    const inverse = cell.isInverse();
    const [front, back] = [color(cell, 'Fg'), color(cell, 'Bg')];
    const foreground = (inverse ? (back ?? BACKGROUND) : front) ?? FOREGROUND;
    const background = inverse ? (front ?? FOREGROUND) : back;
    const text = cell.getChars() || ' ';
    const style = `${cell.isBold() ? ' font-weight="bold"' : ''}${cell.isDim() ? ' opacity="0.65"' : ''}${cell.isItalic() ? ' font-style="italic"' : ''}`;
    const key = [foreground, background, style].join();
    if (run?.key === key) {
      run.text += text;
      run.cells += cell.getWidth();
    } else {
      flush();
      run = { key, from: column, cells: cell.getWidth(), text, foreground, background, style };
    }
  }
  flush();
  return shapes.join('');
}

/** Draws half blocks as rectangles, because fonts leave gaps between them, and other cells as text with a fixed width. */
function drawText(run, x, y) {
  if (/^[▀▄]+$/.test(run.text)) {
    const top = run.text.startsWith('▀') ? y : y + HEIGHT / 2;
    const width = run.cells * WIDTH + 0.3;
    return `<rect x="${x.toFixed(1)}" y="${top}" width="${width.toFixed(1)}" height="${HEIGHT / 2 + 0.3}" fill="${run.foreground}"/>`;
  }
  const text = run.text.trimEnd();
  const width = (run.cells - (run.text.length - text.length)) * WIDTH;
  return `<text x="${x.toFixed(1)}" y="${y + 13.5}" fill="${run.foreground}"${run.style} textLength="${width.toFixed(1)}" xml:space="preserve">${escape(text)}</text>`;
}

/** Draws lines of an @xterm/headless buffer as an SVG, without trailing empty lines. */
export function drawLines(lines, columns) {
  while (lines.length > 0 && lines.at(-1).translateToString(true) === '') lines.pop();
  const width = columns * WIDTH + 2 * MARGIN;
  const height = lines.length * HEIGHT + 2 * MARGIN;
  const body = lines.map((line, row) => drawLine(line, row, columns)).join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height}" width="${width.toFixed(0)}" height="${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>
${body}
</svg>
`;
}
