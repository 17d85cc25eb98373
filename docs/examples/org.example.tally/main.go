// A provider in Go. A tally is a text: each line has a name and a number. Its thumbnail has a bar for each line, its
// preview is a table.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"strconv"
	"strings"
)

type object = map[string]any

type request struct {
	Type        string
	ID          int
	Input       struct{ Path string }
	Output      struct{ Path string }
	MaximumSize struct{ Width, Height float64 }
	Scale       float64
	Page        int
}

type line struct {
	name  string
	count float64
}

const maxBytes = 1 << 20

func read(path string) ([]line, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, errors.New("the document cannot be read")
	}
	defer file.Close()
	var lines []line
	scanner := bufio.NewScanner(file)
	for size := 0; scanner.Scan() && size < maxBytes; size += len(scanner.Bytes()) + 1 {
		words := strings.Fields(strings.ToValidUTF8(scanner.Text(), "\uFFFD"))
		if len(words) == 0 {
			continue
		}
		count, err := strconv.ParseFloat(words[len(words)-1], 64)
		if err != nil || !(count >= 0 && count < 1e12) {
			return nil, errors.New("a line has a name and a number")
		}
		lines = append(lines, line{strings.Join(words[:len(words)-1], " "), count})
	}
	if scanner.Err() != nil || len(lines) == 0 {
		return nil, errors.New("the document is not a tally")
	}
	return lines, nil
}

func thumbnail(lines []line, asked request) (object, error) {
	width, height := int(asked.MaximumSize.Width*asked.Scale+0.5), int(asked.MaximumSize.Height*asked.Scale+0.5)
	picture := image.NewRGBA(image.Rect(0, 0, max(width, 1), max(height, 1)))
	draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
	most := 1.0
	for _, line := range lines {
		if line.count > most {
			most = line.count
		}
	}
	bar, step := &image.Uniform{color.RGBA{40, 110, 180, 255}}, max(height/len(lines), 2)
	for number, line := range lines {
		top := number * step
		area := image.Rect(0, top, int(line.count/most*float64(width)), top+max(step*3/4, 1))
		draw.Draw(picture, area, bar, image.Point{}, draw.Src)
	}
	file, err := os.OpenFile(asked.Output.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return object{"image": object{"contentType": "image/png"}}, png.Encode(file, picture)
}

func preview(lines []line, asked request) (object, error) {
	var page strings.Builder
	page.WriteString("<!DOCTYPE html><meta charset=utf-8><table>\n")
	for _, line := range lines {
		fmt.Fprintf(&page, "<tr><th>%s<td>%g\n", html.EscapeString(line.name), line.count)
	}
	page.WriteString("</table>\n")
	content := object{"contentType": "text/html", "encoding": "utf-8"}
	return object{"data": content}, os.WriteFile(asked.Output.Path, []byte(page.String()), 0o600)
}

func answer(asked request) object {
	if asked.Type == "hello" {
		return object{"type": "hello", "protocol": 1, "provider": "org.example.tally", "version": "1.0",
			"capabilities": []string{"thumbnail", "preview"}}
	}
	failed := func(code string, err error) object {
		return object{"type": "error", "id": asked.ID, "code": code, "message": err.Error()}
	}
	if asked.Page > 1 {
		return failed("requestInvalid", errors.New("a tally has one page"))
	}
	lines, err := read(asked.Input.Path)
	if err != nil {
		return failed("corruptInput", err)
	}
	draw := map[string]func([]line, request) (object, error){"thumbnail": thumbnail, "preview": preview}[asked.Type]
	reply, err := draw(lines, asked)
	if err != nil {
		return failed("resourceExhausted", errors.New("the output cannot be written"))
	}
	reply["type"], reply["id"] = "reply", asked.ID
	return reply
}

func main() {
	messages, replies := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	for messages.Scan() {
		asked := request{Page: 1}
		if json.Unmarshal(messages.Bytes(), &asked) != nil {
			continue
		}
		// Other messages, such as "cancel", need no answer.
		if asked.Type == "hello" || asked.Type == "thumbnail" || asked.Type == "preview" {
			replies.Encode(answer(asked))
		}
	}
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}
