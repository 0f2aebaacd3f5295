/** What of the page's style a drawing needs when it stands alone. */
const styles = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
];
/** Pixels of the picture for one of the page. */
const scale = 2;
const margin = 16;
const titleHeight = 30;
const lineHeight = 20;

interface Picture {
  fileName: string;
  title: string;
  /** Below the drawing, one after the other. */
  lines: readonly string[];
}

/** A copy that looks the same without the page's style sheets. */
const alone = (svg: SVGSVGElement): SVGSVGElement => {
  // The copy of an SVG element is one.
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>('*');
  for (const [place, element] of [...svg.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element);
    for (const name of styles) copies[place]?.style.setProperty(name, style.getPropertyValue(name));
  }
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return copy;
};

const load = (url: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('the drawing could not be read'));
    image.src = url;
  });

/** Hands a drawing of the page to the browser as a PNG file, on the page's ground and under its title. Rejects where it cannot be drawn. */
export async function savePicture(svg: SVGSVGElement, { fileName, title, lines }: Picture): Promise<void> {
  const { width, height } = svg.getBoundingClientRect();
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(alone(svg))], { type: 'image/svg+xml' }));
  try {
    const image = await load(url);
    const canvas = document.createElement('canvas');
    const below = lines.length > 0 ? lineHeight : 0;
    canvas.width = (width + 2 * margin) * scale;
    canvas.height = (height + 2 * margin + titleHeight + below) * scale;
    const brush = canvas.getContext('2d');
    if (!brush) throw new Error('this browser draws no pictures');
    const page = getComputedStyle(document.body);
    brush.scale(scale, scale);
    brush.fillStyle = page.backgroundColor;
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.fillStyle = page.color;
    brush.font = `600 15px ${page.fontFamily}`;
    brush.fillText(title, margin, margin + 15);
    brush.drawImage(image, margin, margin + titleHeight, width, height);
    brush.font = `12px ${page.fontFamily}`;
    brush.fillText(lines.join(' · '), margin, margin + titleHeight + height + 14);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('the picture could not be made');
    const file = URL.createObjectURL(blob);
    const link = document.createElement('a');
    link.href = file;
    link.download = fileName;
    link.click();
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
  } finally {
    URL.revokeObjectURL(url);
  }
}
