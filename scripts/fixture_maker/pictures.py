"""Synthetic pictures. Only integer arithmetic and the frozen RandomState generator are used, so that every machine
draws the same bytes."""

import numpy as np


def _noise_grid(rows, columns, seed):
    return np.random.RandomState(seed).randint(0, 256, size=(rows, columns)).astype(np.int64)


def smooth_noise(height, width, shift, seed):
    """Value noise, 0...255: a random grid with a mesh of 2**shift pixels, enlarged by bilinear interpolation."""
    step = 1 << shift
    grid = _noise_grid((height >> shift) + 2, (width >> shift) + 2, seed)
    y, x = np.arange(height), np.arange(width)
    y0, x0 = y >> shift, x >> shift
    fy, fx = (y & (step - 1))[:, None], (x & (step - 1))[None, :]
    top = grid[y0][:, x0] * (step - fx) + grid[y0][:, x0 + 1] * fx
    bottom = grid[y0 + 1][:, x0] * (step - fx) + grid[y0 + 1][:, x0 + 1] * fx
    return (top * (step - fy) + bottom * fy) >> (2 * shift)


def fractal_noise(height, width, top, bottom, seed):
    """Sum of octaves from a mesh of 2**top to 2**bottom pixels, each with half the strength of the one before; 0...255."""
    total, weight, strength = np.zeros((height, width), np.int64), 0, 1 << (top - bottom)
    for index, shift in enumerate(range(top, bottom - 1, -1)):
        total += strength * smooth_noise(height, width, shift, seed * 101 + index)
        weight += strength
        strength = max(strength >> 1, 1)
    return total // weight


def photograph(width, height, seed):
    """A landscape with the statistics of a photograph: a sky, rows of hills, houses with hard edges, fine texture
    and sensor noise. Height x width x 3, uint8."""
    y = np.arange(height)[:, None]
    x = np.arange(width)[None, :]
    broad = fractal_noise(height, width, 8, 3, seed)
    fine = fractal_noise(height, width, 4, 0, seed + 1)
    picture = np.empty((height, width, 3), np.int64)
    for channel, (high, low) in enumerate([(70, 225), (120, 205), (200, 180)]):
        sky = high + (low - high) * y * 2 // (height + 1)
        picture[:, :, channel] = sky + (broad - 110) * 3 // (4 + channel)
    colours = [(96, 120, 150), (84, 112, 96), (70, 96, 48), (110, 92, 60)]
    for layer, colour in enumerate(colours):
        ridge = fractal_noise(2, width, 8 - layer, 1, seed * 7 + layer)[0]
        edge = height * (34 + 15 * layer) // 100 - (ridge - 128) * height // (900 - 120 * layer)
        mask = y >= edge[None, :]
        for channel in range(3):
            shade = colour[channel] + (fine - 128) * (2 + 2 * layer) // 8 + (broad - 128) // 4
            picture[:, :, channel] = np.where(mask, shade, picture[:, :, channel])
    random = np.random.RandomState(seed + 9)
    for _ in range(9):
        w, h = random.randint(width // 40 + 2, width // 9 + 4), random.randint(height // 30 + 2, height // 6 + 4)
        left, base = random.randint(0, max(width - w, 1)), random.randint(height * 5 // 8, height)
        wall = np.array(random.randint(60, 230, 3))
        top = max(base - h, 0)
        picture[top:base, left:left + w] = wall + (fine[top:base, left:left + w, None] - 128) // 12
        pane = max(w // 7, 2)
        for column in range(left + pane, left + w - pane, 2 * pane):
            picture[top + pane:base - pane:1, column:column + pane][::2] = wall // 3
    grain = np.random.RandomState(seed + 5).randint(-4, 5, size=(height, width, 3))
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def card(width, height, seed=1):
    """A small test card: ramps in all three channels, a disc, stripes and noise. Height x width x 3, uint8."""
    y = np.arange(height)[:, None] + np.zeros((1, width), np.int64)
    x = np.arange(width)[None, :] + np.zeros((height, 1), np.int64)
    red = x * 255 // max(width - 1, 1)
    green = y * 255 // max(height - 1, 1)
    blue = 255 - (red + green) // 2
    picture = np.stack([red, green, blue], axis=2)
    disc = (2 * x - width) ** 2 * 4 + (2 * y - height) ** 2 * 9 < height * height * 4
    picture[disc] = (230, 60, 40)
    corner = (x < width // 4) & (y >= height - height // 3)
    picture[corner] = np.where(((x // 2 + y // 2) % 2 == 0)[corner][:, None], 250, 10)
    noisy = (x >= width - width // 4) & (y < height // 4)
    noise = np.random.RandomState(seed).randint(0, 256, size=(height, width, 3))
    picture[noisy] = noise[noisy]
    return picture.astype(np.uint8)


def grey_card(width, height, seed=1):
    """The card in grey (Rec. 601 weights in integers). Height x width, uint8."""
    p = card(width, height, seed).astype(np.int64)
    return ((299 * p[:, :, 0] + 587 * p[:, :, 1] + 114 * p[:, :, 2]) // 1000).astype(np.uint8)


def card16(width, height, channels, seed=3):
    """16-bit ramps whose low bytes differ from their high bytes. Height x width x channels, uint16."""
    y = np.arange(height)[:, None]
    x = np.arange(width)[None, :]
    planes = []
    for channel in range(channels):
        ramp = (x * (channel + 1) + y * (channels - channel)) * 65535 // (width * (channel + 1) + height * (channels - channel))
        noise = np.random.RandomState(seed + channel).randint(0, 512, size=(height, width))
        planes.append(np.clip(ramp + noise - 256, 0, 65535))
    return np.stack(planes, axis=2).astype(np.uint16)


def levels(width, height, bits, channels=1, seed=5):
    """Every level of a sample of `bits` bits, as unsigned integers: a ramp with noise. Height x width x channels."""
    top = (1 << bits) - 1
    x = np.arange(width)[None, :] + np.zeros((height, 1), np.int64)
    y = np.arange(height)[:, None] + np.zeros((1, width), np.int64)
    planes = []
    for channel in range(channels):
        ramp = (x * (top + 1) // width + y * (channel + 1)) & top
        noise = np.random.RandomState(seed + channel).randint(0, top + 1, size=(height, width))
        planes.append(np.where(y % 4 == 3, noise, ramp))
    return np.stack(planes, axis=2).astype(np.uint64)


def constant(width, height, colour):
    return np.full((height, width, len(colour)), colour, np.uint8)


def gradient(width, height):
    """Black to white from left to right in every channel, exactly linear in the sample values."""
    row = (np.arange(width) * 255 + (width - 1) // 2) // max(width - 1, 1)
    return np.repeat(np.repeat(row[None, :, None], height, 0), 3, 2).astype(np.uint8)


def halftone(width, height):
    """A checkerboard of single pixels, 0 and 255: mid grey in linear light when it is reduced."""
    board = (np.arange(height)[:, None] + np.arange(width)[None, :]) % 2 * 255
    return board.astype(np.uint8)


def alpha_edge(width, height):
    """An opaque red half beside a transparent half whose hidden colour is green, which must not show when reduced."""
    picture = np.zeros((height, width, 4), np.uint8)
    picture[:, :width // 2 + 1] = (220, 20, 30, 255)
    picture[:, width // 2 + 1:] = (0, 255, 0, 0)
    return picture


def translucent(width, height, seed=1):
    """The card with an alpha ramp that reaches 0 and 255."""
    alpha = (np.arange(height)[:, None] * 255 // max(height - 1, 1) + np.zeros((1, width), np.int64)).astype(np.uint8)
    return np.dstack([card(width, height, seed), alpha])


def letter(width, height):
    """Black writing-like strokes on white for the fax codecs: 1 is black. Height x width, uint8 of 0 and 1."""
    y = np.arange(height)[:, None] + np.zeros((1, width), np.int64)
    x = np.arange(width)[None, :] + np.zeros((height, 1), np.int64)
    strokes = ((y % 12) < 7) & ((x * 3 + (y // 12) * 5) % 11 < 5) & (smooth_noise(height, width, 3, 11) > 90)
    ring = np.abs((2 * x - width) ** 2 + (2 * y - height) ** 2 - (height * 3 // 4) ** 2) < height * 12
    return (strokes | ring).astype(np.uint8)
