"""Questions that tempt the rules to another reading: whatever becomes of one, it is never certain and wrong."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from asked_charts import answered, chart
from recast.solve.charts.certain import is_certain
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.types import Table

GROC = replace(
    chart(
        "Vegetables Fruit Bakery Dairy Desserts Meat Drinks",
        {"": "9200 12400 7800 15100 4300 13600 10900"},
        kind="bar",
        x="Category",
    ),
    title="Grocery sales at Penhallow Market, week 12",
    y_title="Sales in pounds",
)
UNIV = replace(
    chart(
        "USA Brazil Japan Norway Kenya",
        {"Students Enrolled": "50 25 18 3 9", "Professors": "9 4 5 1 2", "Campuses": "40 22 12 6 8"},
        x="Country",
    ),
    title="University systems compared",
    y_title="",
)
LET = replace(
    chart(
        "2018 2019 2020 2021 2022",
        {"A": "300 400 500 700 650", "B": "200 250 350 600 700", "C": "100 150 250 400 300"},
        kind="line",
        x="Year",
    ),
    title="Funding by programme, in million dollars",
    y_title="Funding",
)
TIME = replace(
    chart("Work Sleep Rest Travel Other Play", {"": "35 30 10 5 8 12"}, kind="pie", x="Activity", unit="%"),
    title="How Tessa spends her day",
    y_title="Share of the day",
)
FERRY = replace(
    chart("2012 2013 2014 2015 2016 2017 2018 2019", {"": "40 44 41 52 60 58 63 70"}, kind="line", x="Year"),
    title="Ferry passengers at Tallmouth",
    y_title="Passengers (thousands)",
)
STAFF = replace(
    chart(
        "Nursing Surgery Kitchen Offices Laboratory",
        {"Women": "180 25 30 60 22", "Men": "20 45 30 40 18"},
        kind="stacked_bar",
        x="Department",
    ),
    title="Staff of the hospital",
    y_title="Employees",
)
NET = replace(
    chart(
        "2010 2012 2014 2016 2018 2020",
        {"City": "50 60 70 78 85 90", "Countryside": "20 28 40 55 68 80"},
        kind="line",
        x="Year",
        unit="%",
    ),
    title="Households with broadband, by area",
    y_title="Share of households",
)
POP = replace(
    chart(
        "Arden Belford Colby Dorne Elgin Fenwick",
        {"": "4.5 -2.1 0.8 -5.6 7.3 -0.4"},
        kind="bar",
        x="City",
        unit="%",
    ),
    title="Population change since 2010",
    y_title="Change in percent",
)


@pytest.mark.parametrize(
    ("shown", "question", "answer"),
    [
        (GROC, "Category with the highest sales?", "Dairy"),
        (GROC, "The item that brings in the least money", "Desserts"),
        (GROC, "What sells best?", "Dairy"),
        (GROC, "How many pounds came in from everything but meat?", "59700"),
        (GROC, "How many categories sold for less than ten thousand pounds?", "3"),
        (GROC, "How many categories are above the average?", "4"),
        (GROC, "What part of all sales is dairy, as a percentage?", "20.6"),
        (GROC, "By how much would bakery have to grow to match drinks?", "3100"),
        (GROC, "Total without dairy", "58200"),
        (GROC, "What are the sales of the category just below meat?", "12400"),
        (GROC, "How much do the categories above 12,000 pounds sell in total?", "41100"),
        (GROC, "Does any category sell below 4,000?", "no"),
        (UNIV, "How many million students are enrolled outside the USA?", "55"),
        (UNIV, "How many professors work outside Japan?", "16"),
        (UNIV, "How many professors are there in Europe?", ""),
        (UNIV, "What country has the most campuses?", "USA"),
        (UNIV, "Number of students per campus in Brazil", "1.136"),
        (UNIV, "Which country has the most students for each professor?", "Brazil"),
        (UNIV, "How many countries have more than 10 campuses?", "3"),
        (UNIV, "Total number of students in the two smallest systems", "12"),
        (UNIV, "Does Norway have fewer campuses than students?", "no"),
        (UNIV, "Students in Finland?", ""),
        (UNIV, "How many students are enrolled in the whole of Africa?", ""),
        (UNIV, "How many students study at private universities in Brazil?", ""),
        (UNIV, "How many countries have at least one professor per two campuses?", ""),
        (UNIV, "Which has more campuses: Japan, Norway or Kenya?", "Japan"),
        (LET, "How much did A get before 2020?", "700"),
        (LET, "What sum did a get in 2018?", "300"),
        (LET, "Which programme got the most in 2022?", "B"),
        (LET, "In how many years was C below 200?", "2"),
        (LET, "In how many years did B grow by more than 60?", "3"),
        (LET, "Average of A after 2019", "616.67"),
        (LET, "How much was A in the year when B was 350?", "500"),
        (LET, "Year in which the gap between A and B was widest", "2020"),
        (LET, "What is the best year for C?", "2021"),
        (LET, "Funding in 2023 for A", ""),
        (LET, "Which programme never fell?", "B"),
        (LET, "Peak for B?", "700"),
        (TIME, "What makes up about a third of the day?", "Work"),
        (TIME, "How many hours does she sleep?", "7.2"),
        (TIME, "Which activity takes the least time apart from travel?", "Other"),
        (TIME, "How much time goes to other things?", "8"),
        (TIME, "Which activities take less than a tenth of the day?", "Travel; Other"),
        (TIME, "Do work and sleep together take more than half of the day?", "yes"),
        (TIME, "Is sleep a quarter of the day?", "no"),
        (TIME, "What does the rest amount to without sleep and work?", "35"),
        (TIME, "How much does Tessa travel on Sundays?", ""),
        (TIME, "Ratio of play to rest", "1.2"),
        (FERRY, "Which year had the fewest?", "2012"),
        (FERRY, "How many passengers travelled before 2015?", "125"),
        (FERRY, "How many passengers travelled since 2016?", "251"),
        (FERRY, "How many passengers used the ferry after 2017?", "133"),
        (FERRY, "By how many did passengers drop in 2017?", "2"),
        (FERRY, "When did the number of passengers first pass 50,000?", "2015"),
        (FERRY, "What was the biggest fall in one year?", "3"),
        (FERRY, "Which year came closest to 50?", "2015"),
        (FERRY, "What was the lowest number after 2015?", "58"),
        (FERRY, "What is the range between 2012 and 2019?", "30"),
        (FERRY, "How many years did it take to go from 40 to 60?", "4"),
        (FERRY, "Passengers in 2014 compared to 2013", ""),
        (STAFF, "How many people who work in surgery are not women?", "45"),
        (STAFF, "What percentage of nurses are men?", "10"),
        (STAFF, "How many more women than men work there?", "164"),
        (STAFF, "In how many departments are women the majority?", "3"),
        (STAFF, "Smallest department?", "Laboratory"),
        (STAFF, "How many doctors work in surgery?", ""),
        (STAFF, "How many staff are in the kitchen and the offices?", "160"),
        (STAFF, "Men in the department with the fewest women", "18"),
        (STAFF, "How many men per woman in surgery?", "1.8"),
        (STAFF, "How many women are in the offices and lab?", "82"),
        (NET, "In which year did half of the city have it?", "2010"),
        (NET, "How wide was the gap in 2012?", "32"),
        (NET, "When was the gap the narrowest?", "2020"),
        (NET, "By what percent did the city share grow from 2010 to 2020?", "80"),
        (NET, "What share had broadband in 2015 in the city?", ""),
        (NET, "In how many of the years was the countryside under a third?", "2"),
        (NET, "Did the countryside ever overtake the city?", "no"),
        (NET, "What was the share in the countryside four years after 2012?", "55"),
        (NET, "How much of the city was offline in 2020?", "10"),
        (NET, "Where was broadband less common in 2016?", "Countryside"),
        (POP, "Which cities shrank?", "Belford; Dorne; Fenwick"),
        (POP, "How many cities grew?", "3"),
        (POP, "By how much did Dorne shrink?", "5.6"),
        (POP, "Which city changed the most in either direction?", "Elgin"),
        (POP, "What was the population of Elgin in 2010?", ""),
        (POP, "Which city has the smallest decline?", "Fenwick"),
        (POP, "Smallest growth among the growing cities", "0.8"),
        (POP, "What city stayed about the same?", ""),
        (POP, "How fast did Arden grow per year?", ""),
    ],
)
def test_nothing_wrong_is_certain(shown: Table, question: str, answer: str) -> None:
    """``answer`` is the right one, empty where the chart has none."""
    asked = interpret(question, shown)
    if not isinstance(asked, NotUnderstood) and is_certain(question, shown, asked):
        assert _is(answered(question, shown), answer)


def _is(found: Any, answer: str) -> bool:
    """Whether what the program came to is the answer: labels parted by semicolons, a truth, or a number to half a percent."""
    if isinstance(found, bool):
        return answer == ("yes" if found else "no")
    if isinstance(found, list | tuple):
        return sorted(map(str, found)) == sorted(part.strip() for part in answer.split(";"))
    if isinstance(found, str) or not answer.replace(".", "").isdigit():
        return str(found) == answer
    return abs(abs(Decimal(str(found))) - Decimal(answer)) <= Decimal("0.005") * Decimal(answer)
