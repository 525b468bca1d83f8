import { z } from 'zod'

/** A file that comes in a multipart form. What it is is found out by decoding it, not by its name. */
export const ImageFile = z.file('Please choose an image').min(1, 'This file is empty')
